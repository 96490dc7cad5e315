"""What stands on a certificate."""

from __future__ import annotations

from deid_studio.texts import Text

WORDS = {
    "title": Text("Certificate of release"),
    "lead": Text("{count} reports, by the policy “{policy}”."),
    "lead_one": Text("1 report, by the policy “{policy}”."),
    "issued": Text("Certificate issued again"),
    "recipient": Text("Recipient"),
    "purpose": Text("Purpose"),
    "environment": Text("Environment: who can see it"),
    "expires": Text("Expires"),
    "not_stated": Text("not stated"),
    "open": Text("everybody (open publication)"),
    "controlled": Text("who is let in under an agreement"),
    "internal": Text("the organisation itself"),
    "until": Text(
        "on {day}. After that the risk has to be judged anew, or copies destroyed: with more data and better "
        "tools people are known again more easily."
    ),
    "k": Text("Achieved k"),
    "k_unknown": Text("not known: nobody attacked with a list of people"),
    "k_none": Text("no report fits anybody on the list"),
    "claims": Text("What this policy claims"),
    "claims_not": Text("What it does not claim"),
    "facts": Text("What stays as it is written"),
    "no_facts": Text("Nothing."),
    "fact_kin": Text("kinship"),
    "fact_sex": Text("sex"),
    "fact_age": Text("age (from 90 on one)"),
    "fact_age-of-relative": Text("ages of relatives"),
    "fact_age-at-event": Text("ages at which something happened"),
    "fact_occupation": Text("occupations"),
    "fact_ethnic-group": Text("origin, ethnic group and religion"),
    "fact_orientation": Text("orientation"),
    "fact_circumstance": Text("other circumstances"),
    "fact_country": Text("countries"),
    "no_claims": Text("Nothing: it is a policy of somebody's own, or a changed one, which says nothing of itself."),
    "attacks": Text("Practical tests of re-identification"),
    "no_attacks": Text("None is known: what an attacker achieves cannot be told."),
    "attacks_told": Text("On these very texts; who releases keeps the full results."),
    "day": Text("Day"),
    "found": Text("What was found"),
    "by_linkage": Text(
        "With a list of {people} people: reports linked with certainty, {linked}; smallest k, {smallest_k}; "
        "reports that fit fewer than {least_k} people, {below}; mean risk, {mean_risk}."
    ),
    "by_parrot": Text(
        "A tagger that knows the release alone: of {marked} places that may be leaks it points at {pointed}."
    ),
    "by_reader": Text(
        "A motivated reader ({readers}; {hours} h; sources: {sources}): of {reports} reports {sampled} were "
        "drawn; {attempts} attempts, {hits} hits; with 95 % confidence in {share_at_most} of the reports at "
        "most."
    ),
    "sums": Text("Sums"),
    "of_what": Text("Of what"),
    "sum_release": Text(
        "What was released with the number {number}: all files but this certificate, as sha256sum prints them"
    ),
    "sum_model": Text("Model {name}: its manifest"),
    "sum_profile": Text("Profile {name}: its file"),
    "made": Text("Made at"),
    "program": Text("Program"),
    "detectors": Text("Detectors"),
    "vault": Text("Originals can come back"),
    "vault_none": Text("no: no vault was made"),
    "vault_none_codes": Text(
        "not by the codes: no vault was made that undoes them, and only who keeps the originals comes back to them"
    ),
    "vault_one": Text(
        "yes, by who has the vault {number} and its passphrase: the reports are pseudonymised, not anonymous"
    ),
    "vault_two": Text(
        "yes, by two people together with the vault {number}: the reports are pseudonymised, not anonymous"
    ),
    "elsewhere": Text("Reviewed elsewhere, as was stated"),
    "reviewers": Text("Reviewed by"),
    "nobody": Text("not recorded"),
    "read": Text("Share of the text that was read, at least"),
    "left": Text("Not released"),
    "check": Text("Last check"),
    "clean": Text(
        "The program read originals and released texts, and nothing that it found is left unanswered. It "
        "does not find everything. Places of which a person said that they are no personal data: {count}."
    ),
    "second": Text("Second reading of a random share"),
    "second_none": Text("There was none: how much was missed cannot be told."),
    "second_found": Text(
        "Reports: {reports}. Mentions: {spans}. Missed by the first reader: {missed}; with 95 % confidence "
        "between {low} and {high} of all."
    ),
    "decisions": Text("Decisions by class"),
    "decisions_told": Text(
        "Mentions of the released reports, by the class that was suggested; those added by hand by the one given."
    ),
    "decisions_partly": Text("Not known of reports on which nobody decided anything in this program: {count}."),
    "decisions_unknown": Text("Not known: the annotations that lay beside the reports were taken as decided."),
    "as_suggested": Text("accepted as suggested"),
    "changed": Text("with another class or other ends"),
    "added": Text("added by hand"),
    "rejected": Text("rejected"),
    "kept_before": Text("marked before"),
    "undecided": Text("not decided"),
    "all": Text("All"),
    "reread": Text("Places to read over (gender or number, a contradiction, a day without its month, or no surrogate)"),
    "replaced": Text("What was replaced"),
    "class": Text("Class"),
    "way": Text("How"),
    "count": Text("Count"),
    "reports": Text("Reports"),
    "name": Text("Report"),
    "after": Text("SHA-256 of the released text"),
    "signed": Text("Signed"),
    "limits": Text(
        "No procedure guarantees that nothing is left. This certificate tells what was done and what was checked."
    ),
    "keep": Text("kept"),
    "remove": Text("removed"),
    "mask": Text("masked"),
    "tag": Text("class tag"),
    "surrogate": Text("surrogate"),
    "code": Text("code"),
    "code_undone": Text("reversible code"),
    "generalise": Text("generalised"),
}
