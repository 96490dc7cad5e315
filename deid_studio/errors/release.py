"""What hinders a release, its vault, bringing it back, or an attack on it."""

from __future__ import annotations

from deid_studio.errors.base import DeidError
from deid_studio.errors.files import WriteError


class PolicyError(DeidError):
    """A release policy cannot be used (`path`, `detail`)."""

    code = "policy"
    texts = (
        "The release policy {path} cannot be used: {detail}.",
        "Correct it or choose another. Nothing was written.",
    )


class ReleaseSecretError(DeidError):
    """The secret that a project's surrogates are drawn by is damaged (`path`: of the journal)."""

    code = "release-secret"
    texts = (
        "The secret by which surrogates are drawn is damaged in {path}.",
        (
            "Reports and their decisions are intact, and nothing was written. Restore that file from a backup, "
            "so that surrogates stay what they were; without one, “deid release --new-secret” makes another "
            "secret, and surrogates will be others."
        ),
    )


class PassphraseError(DeidError):
    """A vault cannot be opened or made with what was given as a passphrase (`path`, `detail`)."""

    code = "passphrase"
    texts = (
        "The passphrase of the vault {path} cannot be used: {detail}.",
        (
            "Type it again. Without it nobody can have the original texts back, nor can this program. Nothing "
            "was changed."
        ),
    )


class WeakPassphraseError(DeidError):
    """A passphrase for a new vault could be guessed."""

    code = "weak-passphrase"
    texts = (
        "The passphrase is too easy to guess for a file that gives the original reports back.",
        (
            "Choose four words or more that have nothing to do with each other nor with you, and are of no known "
            "phrase, or at least 16 random characters of a password manager. Nothing was written."
        ),
    )


class VaultDamagedError(DeidError):
    """A vault was changed, cut short, or is none (`path`)."""

    code = "vault-damaged"
    texts = (
        "The vault {path} is damaged, or is no vault: its content cannot be verified.",
        "Use a backup. Nothing was changed, and nothing of it was shown.",
    )


class VaultPlaceError(DeidError):
    """A vault cannot be made here (`path`): there is a file already, or it would leave with the released reports."""

    code = "vault-place"
    texts = (
        "The vault cannot be kept at {path}: it exists already, or would leave with the released reports.",
        "Choose another name, or a folder apart. Nothing was written.",
    )


class UnreviewedVaultError(DeidError):
    """A vault was asked for with an unreviewed export (`path`)."""

    code = "unreviewed-vault"
    texts = (
        "An unreviewed export has no vault, and {path} was not made.",
        "Repeat it without one, or sign the reports off and release them. Nothing was written.",
    )


class NothingToReleaseError(DeidError):
    """None of a folder's reports may leave (`path`, `detail`: how many stay for which reasons)."""

    code = "nothing-to-release"
    texts = (
        "No report of {path} can leave as reviewed: {detail}.",
        (
            "Sign them off in the program. If somebody reviewed them elsewhere, say who and how (--reviewed-by). "
            "Without a review they can only leave in an unreviewed export, which says so and has no certificate "
            "(--include-unsigned). Nothing was written."
        ),
    )


class ReviewedByError(DeidError):
    """What was said of a review that was made elsewhere cannot stand (`detail`)."""

    code = "reviewed-by"
    texts = (
        "What is said of the review cannot stand: {detail}.",
        (
            "Say who reviewed the annotations and how, for instance: --reviewed-by “Dr Ana Gil, two readers in "
            "brat”. The certificate will say so. Nothing was written."
        ),
    )


class UnderReviewError(DeidError):
    """A folder is or was reviewed here, so that nobody can say that it was reviewed elsewhere (`path`)."""

    code = "under-review"
    texts = (
        "{path} is or was under review in this program: it cannot be said that it was reviewed elsewhere.",
        (
            "Review the reports that are missing in the window and sign them off, also where the decisions were "
            "lost. Nothing was written."
        ),
    )


class GateUnreadError(DeidError):
    """A report could not be read for the gate (`path`: its name, `detail`: the kind of failure, never text)."""

    code = "gate-unread"
    texts = (
        "The check before the release could not read {path} ({detail}).",
        (
            "Nothing was written: what nobody has checked does not leave. Repeat; if it fails again, move that report "
            "to another folder and release the others."
        ),
    )


class PlacesHeldError(DeidError):
    """A release was held by places that may tell of somebody (`count` places in `reports` reports)."""

    code = "places-held"
    texts = (
        "Nothing was released: {count} places in {reports} reports may tell of somebody.",
        (
            "Mark them in the reports, or say that they are no personal data (--allow), and repeat; or hold "
            "these reports back and release the others (--quarantine). Nothing was written."
        ),
    )


class MarkedTextSurvivesError(DeidError):
    """A piece of what was marked stands in what would take its place (`report`, `line`, `phi_class`)."""

    code = "marked-text-survives"
    texts = (
        (
            "Nothing was released: a piece of what is marked as {phi_class} in line {line} of {report} would "
            "still stand in what replaces it."
        ),
        (
            "Choose another treatment of that class in the policy (such as covering or removing it), or type a "
            "surrogate of your own. Nothing was written."
        ),
    )


class ReleaseFolderError(DeidError):
    """A release cannot go into this folder (`path`): it lies with the reports, or holds something else (`detail`)."""

    code = "release-folder"
    texts = (
        "The release cannot go into {path}: {detail}.",
        "Choose a folder that is new, empty, or holds an earlier release. Nothing was written.",
    )


class NotRestoredError(DeidError):
    """Some released reports could not be brought back: they are missing or were changed (`path`, `count`)."""

    code = "not-restored"
    texts = (
        "Reports of {path} that could not be brought back, since they are missing or their text was changed: {count}.",
        "Use the folder as it was released. What was brought back is whole, and nothing was lost.",
    )


class ReleaseNotWrittenError(WriteError):
    """A release could not be written, and what was in its folder is as it was (`path`, `detail`)."""

    code = "release-not-written"
    texts = (
        "{path} could not be written: {detail}.",
        (
            "Nothing was released, and what was there before is as it was. Free some space, check the permissions or "
            "choose another folder, and release again."
        ),
    )


class NotSignedAgainError(DeidError):
    """What a release held was marked, and its report could not be signed again (`report`, `detail`)."""

    code = "not-signed-again"
    texts = (
        "{detail} In {report} the place is marked, but the report is not signed.",
        "Open it, see what is left to decide there, and sign it: until then it does not leave.",
    )


class NoReleaseError(DeidError):
    """Originals are wanted of what is not the release that the vault belongs to (`path`, `detail`)."""

    code = "no-release"
    texts = (
        "{path} gives no originals: {detail}.",
        "Choose the folder that was released with this vault, as it was released. Nothing was opened or written.",
    )


class OriginalsFolderError(DeidError):
    """Originals cannot be brought back into this folder (`path`, `detail`)."""

    code = "originals-folder"
    texts = (
        "The originals cannot go into {path}: {detail}.",
        (
            "Choose a folder that is new or empty, and keep it like the reports: originals are personal data again. "
            "Nothing was opened or written."
        ),
    )


class HandoverMissingError(DeidError):
    """A policy wants it to be said for whom a release is (`policy`, `detail`: what was not said)."""

    code = "handover-missing"
    texts = (
        "The policy {policy} wants it to be said for whom the release is. Missing: {detail}.",
        "Say it (--recipient, --purpose, --environment) and repeat. Nothing was written.",
    )


class LedgerDamagedError(DeidError):
    """What a folder's journal says of its releases cannot be read (`path`: of the journal)."""

    code = "ledger-damaged"
    texts = (
        "What {path} says of earlier releases is damaged.",
        (
            "Reports, their decisions and what was released are intact, and nothing was written. Restore that "
            "file from a backup."
        ),
    )


class NotInLedgerError(DeidError):
    """A folder is no copy of any release that a project's ledger knows, or a number is none of them (`path`)."""

    code = "not-in-ledger"
    texts = (
        "{path} is none of the releases in this folder's ledger.",
        "Make sure that this is the folder of reports that it came from. Nothing was changed.",
    )


class ReleaseChangedError(DeidError):
    """A released folder is not as it left (`path`, `count`: files that are missing, changed or added)."""

    code = "release-changed"
    texts = (
        "{path} is not as it left: {count} files are missing, changed or added.",
        "Use a copy that was not changed, or release again. Nothing was changed.",
    )


class PlaceLinesError(DeidError):
    """A file of places in reports cannot be used (`path`, `line`, `detail`)."""

    code = "place-lines"
    texts = (
        "Line {line} of {path} cannot be used: {detail}.",
        (
            "Each line is a JSON object with “report”, “start” and “end”, in code points of the text. Correct it "
            "and repeat. Nothing was written."
        ),
    )


class ReaderSheetError(DeidError):
    """A reader's sheet cannot be counted (`path`, `line`, `detail`)."""

    code = "reader-sheet"
    texts = (
        "The reader's sheet {path} cannot be counted, line {line}: {detail}.",
        "Correct the sheet, or make another with “deid attack --sheet”, and repeat. Nothing was written.",
    )


class AttackFiguresError(DeidError):
    """What an attack found cannot be taken into a certificate (`path`, `detail`)."""

    code = "attack-figures"
    texts = (
        "The figures in {path} cannot be taken into the certificate: {detail}.",
        "Attack this release with “deid attack --json” and repeat. Nothing was changed.",
    )


class NoCertificateError(DeidError):
    """A release has no certificate that could be issued again: nobody reviewed what is in it (`path`)."""

    code = "no-certificate"
    texts = (
        "{path} left unreviewed and has no certificate.",
        "Review and sign off the reports, and release them. Nothing was changed.",
    )


class NothingToAttackError(DeidError):
    """A folder holds no released report that could be read (`path`)."""

    code = "nothing-to-attack"
    texts = (
        "There is no released report in {path} that can be read.",
        "Name the folder that “deid release” wrote (.txt, .csv, .jsonl, .docx or .pdf).",
    )
