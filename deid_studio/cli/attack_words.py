"""What `deid attack` tells a person, in both languages."""

from __future__ import annotations

from collections.abc import Iterator

from deid_studio.cli.language import language, say
from deid_studio.release.attack.attack import BANDS, Attacked, Findings, Score
from deid_studio.release.attack.direct_linkage import Hit, HitKind, Worth
from deid_studio.release.attack.quasi_identifiers import Fact, Relaxation
from deid_studio.review.certificate.reader_sample import ReaderSample
from deid_studio.texts import Text, figures

_SHOWN = 40
_HITS_SHOWN = 4
_FIRST, _OTHER = 34, 14  # characters of the columns of a table


def sentences(findings: Findings) -> Iterator[str]:
    """The lines of the answer, for a person to read."""
    yield from _counts(findings)
    yield ""
    yield from _distribution(findings)
    yield ""
    yield from _explained(findings)
    yield from _reports(findings)
    yield from _advice(findings)
    yield ""
    yield _verdict(findings)


def reader_sentences(sample: ReaderSample) -> Iterator[str]:
    """What a motivated reader achieved, and what it says of the reports that were not in the sample."""
    count, hours = sample.sampled, _decimal(f"{sample.hours:g}")
    yield say(
        "Motivated reading: {names}, {hours} hours, {count} of {reports} reports, drawn at random. Attempts: "
        "{attempts}; reports in which they were right: {hits}.",
        names=", ".join(sample.readers),
        hours=hours,
        count=count,
        reports=sample.reports,
        attempts=sample.attempts,
        hits=sample.hits,
    )
    most = share(sample.at_most)
    yield say(
        "With those sources and that time they would tell somebody in {most} of the reports at most (95 % "
        "confidence, Clopper and Pearson).",
        most=most,
    )


def _counts(findings: Findings) -> Iterator[str]:
    yield _row(say("Reports attacked"), _number(len(findings.reports)))
    yield _row(say("People on the list"), _number(findings.people))
    yield _row(say("Linked with certainty"), _number(len(findings.linked)))
    if findings.smallest_k is not None:
        yield _row(say("Smallest k"), _number(findings.smallest_k))
        yield _row(say("Highest risk (1/k)"), share(1 / findings.smallest_k))
    yield _row(say("Mean risk"), share(findings.mean_risk))


def _distribution(findings: Findings) -> Iterator[str]:
    names = (
        say("0: nobody (led astray)"), say("1: one person only"),
        *(f"{low}–{high}" for low, high in BANDS[2:-1]), say("more than 10"),
    )  # fmt: skip
    columns = [findings.distribution()]
    head = [say("reports")]
    if findings.surrogates:
        columns.append(findings.distribution(naive=True))
        head.append(say("if believed"))
    yield _row(say("k: how many people fit"), *head)
    for at, name in enumerate(names):
        yield _row(f"  {name}", *(_number(column[at]) for column in columns))


def _explained(findings: Findings) -> Iterator[str]:
    if findings.surrogates:
        yield say(
            "The certificate says which classes hold surrogates: of those the attacker uses only what they keep "
            "(rough age, sex, distances between dates). “If believed”: whoever takes surrogates for the truth."
        )
    if findings.smallest_k is not None:
        k, risk = _number(findings.smallest_k), share(1 / findings.smallest_k)
        yield say(
            "Who looks for one given person (prosecutor risk) is right in {risk} of cases at most: 1 in {k}.",
            risk=risk,
            k=k,
        )
    mean = share(findings.mean_risk)
    yield say("Who guesses at somebody for each report (marketer risk) is right in {mean} of them at most.", mean=mean)
    yield from _intervals(findings)
    yield from _clusters(findings)
    yield from _truth(findings)


def _intervals(findings: Findings) -> Iterator[str]:
    found = findings.k_intervals()
    if not found:
        return
    unique, least, of = sum(k == 1 for k in found), found[0], len(found)
    yield say(
        "Shifted dates keep their distances: in {of} reports they are those of somebody on the list, in "
        "{unique} of one person only (smallest k: {least}). No shift prevents that.",
        of=of,
        unique=unique,
        least=least,
    )


def _clusters(findings: Findings) -> Iterator[str]:
    several = {size: count for size, count in findings.sizes().items() if size > 1}
    if several:
        groups = "; ".join(f"{count} × {size}" for size, count in several.items())
        yield say(
            "It can be seen which reports are of one patient (groups × reports): {groups}. Together they tell more.",
            groups=groups,
        )


def _truth(findings: Findings) -> Iterator[str]:
    if findings.certain is None or findings.informed is None or findings.naive is None:
        return
    yield say(
        "Of {known} reports it is known whose they are (in {true_among} that person is among those who fit):",
        known=findings.certain.known,
        true_among=findings.true_among,
    )
    yield _scored(say("with certainty"), findings.certain)
    yield _scored(say("the only person who fits"), findings.informed)
    if findings.surrogates:
        yield _scored(say("who believes surrogates"), findings.naive)


def _scored(name: str, score: Score) -> str:
    precision = "" if score.precision is None else f" ({share(score.precision)})"
    return say(
        "  {name}: {links} links, {correct} right{precision}, {false} false",
        name=name,
        links=score.links,
        correct=score.correct,
        precision=precision,
        false=score.false,
    )


def _reports(findings: Findings) -> Iterator[str]:
    shown = [*findings.linked, *(one for one in findings.fitting if one.k < findings.least_k and not one.linked)]
    for hit in [hit for hit in findings.elsewhere if hit.worth is Worth.CERTAIN][:_SHOWN]:
        person = findings.ids[hit.people[0]]
        yield say("{file}: of {person}: {where}", file=hit.file, person=person, where=_where(hit))
    if shown:
        yield ""
    for one in shown[:_SHOWN]:
        yield _told(one, findings)
    if len(shown) > _SHOWN:
        rest = _number(len(shown) - _SHOWN)
        yield say("… and {rest} more (see --csv, --json)", rest=rest)


def _told(one: Attacked, findings: Findings) -> str:
    if one.linked:
        places = {findings.ids[hit.people[0]]: hit for hit in one.hits if hit.worth is Worth.CERTAIN}
        hits = [hit for hit in one.hits if hit.worth is Worth.CERTAIN]
        where = ", ".join(_where(hit) for hit in hits[:_HITS_SHOWN]) + (" …" if len(hits) > _HITS_SHOWN else "")
        people = ", ".join(dict.fromkeys((*one.linked, *places)))
        return say("{name}: linked to {people}: {where}", name=one.name, people=people, where=where)
    facts = ", ".join(_FACTS[fact].said(language()) for fact in Fact if fact in one.facts) or say("dates")
    who = f" ({one.guess})" if one.guess is not None else ""
    return say("{name}: k = {k}{who}, by: {facts}", name=one.name, k=one.k, who=who, facts=facts)


def _where(hit: Hit) -> str:
    kind = _HITS[hit.kind].said(language())
    if hit.line == 0:
        return say("{kind} (in the file's name)", kind=kind)
    return say("{kind} ({file}, line {line})", kind=kind, file=hit.file, line=hit.line)


def _advice(findings: Findings) -> Iterator[str]:
    names = {hit.kind for one in findings.linked for hit in one.hits if hit.worth is Worth.CERTAIN}
    if not names and not findings.advice and not findings.below:
        return
    yield ""
    yield say("What to do:")
    if names:
        yield say("  – Mark in the reports what links them to somebody, and release them again.")
        if any(hit.line == 0 for one in findings.linked for hit in one.hits):
            yield say("  – Release with --numbered: the names of the files tell whose they are.")
    for how, count in findings.advice.items():
        what = _RELAXATIONS[how].said(language())
        yield say(
            "  – {what}: {count} of {below} reports would reach k = {least_k}.",
            what=what,
            count=count,
            below=findings.below,
            least_k=findings.least_k,
        )
    if findings.below > max(findings.advice.values(), default=0):
        yield say("  – For the others no single change is enough: join several, or do not release them.")


def _verdict(findings: Findings) -> str:
    limit = say("It holds for this list and for what these readers understand; another attacker may know more.")
    if findings.holds:
        k = findings.least_k
        return say("Nobody is linked with certainty; no report fits fewer than {k} people. {limit}", k=k, limit=limit)
    return say(
        "This release does not withstand the attack with k = {least_k}. {limit}", least_k=findings.least_k, limit=limit
    )


def _row(name: str, *values: str) -> str:
    return f"{name:<{_FIRST}}" + "".join(f"{value:>{_OTHER}}" for value in values)


def _number(value: int) -> str:
    return figures(f"{value:,}").said(language())


def share(value: float) -> str:
    """A share in per cent, as the person's language writes it."""
    return f"{_decimal(f'{value * 100:.1f}')} %"


def _decimal(shown: str) -> str:
    return figures(shown).said(language())


_FACTS = {
    Fact.BIRTH: Text("date of birth"),
    Fact.AGE: Text("age"),
    Fact.SEX: Text("sex"),
    Fact.PLACE: Text("place"),
    Fact.COUNTRY: Text("country"),
    Fact.DATES: Text("dates"),
}
_HITS = {
    HitKind.NAME: Text("name"),
    HitKind.RELATIVE: Text("a relative's name"),
    HitKind.IDENTIFIER: Text("identifier"),
    HitKind.INSURANCE: Text("insurance number"),
    HitKind.EPISODE: Text("episode"),
    HitKind.PHONE: Text("phone"),
    HitKind.EMAIL: Text("e-mail"),
    HitKind.ADDRESS: Text("address"),
}
_RELAXATIONS = {
    Relaxation.AGE_BAND: Text("Ages as bands of five years"),
    Relaxation.DATE_YEAR: Text("Of dates, only the year"),
    Relaxation.PROVINCE: Text("Of places, only the province"),
    Relaxation.NO_BIRTH: Text("The date of birth as a tag"),
    Relaxation.NO_SEX: Text("No sex"),
    Relaxation.NO_INTERVALS: Text("Dates as tags or years instead of shifted"),
}
