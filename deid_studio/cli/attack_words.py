"""What `deid attack` tells a person, in both languages."""

from __future__ import annotations

from collections.abc import Iterator

from deid_studio.cli.language import language, said
from deid_studio.release.attack.attack import BANDS, Attacked, Findings, Score
from deid_studio.release.attack.direct_linkage import Hit, HitKind, Worth
from deid_studio.release.attack.quasi_identifiers import Fact, Relaxation
from deid_studio.review.certificate.reader_sample import ReaderSample

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
    count, hours = sample.sampled, f"{sample.hours:g}"
    hours_es = hours.replace(".", ",")
    yield said(
        f"Lectura con motivos: {', '.join(sample.readers)}, {hours_es} horas, {count} de {sample.reports} informes,"
        f" sorteados. Intentos: {sample.attempts}; informes en los que acertó: {sample.hits}.",
        f"Motivated reading: {', '.join(sample.readers)}, {hours} hours, {count} of {sample.reports} reports, drawn at"
        f" random. Attempts: {sample.attempts}; reports in which they were right: {sample.hits}.",
    )
    most = share(sample.at_most)
    yield said(
        f"Con esas fuentes y ese tiempo reconocería a alguien en el {most} de los informes, como mucho (confianza del"
        " 95 %, Clopper y Pearson).",
        f"With those sources and that time they would tell somebody in {most} of the reports at most (95 % confidence,"
        " Clopper and Pearson).",
    )


def _counts(findings: Findings) -> Iterator[str]:
    yield _row(said("Informes atacados", "Reports attacked"), _number(len(findings.reports)))
    yield _row(said("Personas en la lista", "People on the list"), _number(findings.people))
    yield _row(said("Reconocidos con certeza", "Linked with certainty"), _number(len(findings.linked)))
    if findings.smallest_k is not None:
        yield _row(said("k más pequeño", "Smallest k"), _number(findings.smallest_k))
        yield _row(said("Riesgo más alto (1/k)", "Highest risk (1/k)"), share(1 / findings.smallest_k))
    yield _row(said("Riesgo medio", "Mean risk"), share(findings.mean_risk))


def _distribution(findings: Findings) -> Iterator[str]:
    names = (
        said("0: nadie (descaminado)", "0: nobody (led astray)"), said("1: una sola persona", "1: one person only"),
        *(f"{low}–{high}" for low, high in BANDS[2:-1]), said("más de 10", "more than 10"),
    )  # fmt: skip
    columns = [findings.distribution()]
    head = [said("informes", "reports")]
    if findings.surrogates:
        columns.append(findings.distribution(naive=True))
        head.append(said("si se lo cree", "if believed"))
    yield _row(said("k: a cuántas personas encaja", "k: how many people fit"), *head)
    for at, name in enumerate(names):
        yield _row(f"  {name}", *(_number(column[at]) for column in columns))


def _explained(findings: Findings) -> Iterator[str]:
    if findings.surrogates:
        yield said(
            "El certificado dice qué clases llevan sustitutos: de ellas el atacante solo usa lo que conservan (edad"
            " aproximada, sexo, distancias entre fechas). «Si se lo cree»: quien toma los sustitutos por verdaderos.",
            "The certificate says which classes hold surrogates: of those the attacker uses only what they keep (rough"
            " age, sex, distances between dates). “If believed”: whoever takes surrogates for the truth.",
        )
    if findings.smallest_k is not None:
        k, risk = _number(findings.smallest_k), share(1 / findings.smallest_k)
        yield said(
            f"Quien busca a una persona concreta (riesgo del fiscal) acierta, como mucho, en el {risk}: 1 entre {k}.",
            f"Who looks for one given person (prosecutor risk) is right in {risk} of cases at most: 1 in {k}.",
        )
    mean = share(findings.mean_risk)
    yield said(
        f"Quien apuesta por alguien en cada informe (riesgo comercial) acierta en el {mean}, como mucho.",
        f"Who guesses at somebody for each report (marketer risk) is right in {mean} of them at most.",
    )
    yield from _intervals(findings)
    yield from _clusters(findings)
    yield from _truth(findings)


def _intervals(findings: Findings) -> Iterator[str]:
    found = findings.k_intervals()
    if not found:
        return
    unique, least, of = sum(k == 1 for k in found), found[0], len(found)
    yield said(
        "Las fechas desplazadas conservan las distancias entre ellas: en"
        f" {of} informes coinciden con las de alguien de la lista; en {unique}, con las de una sola persona"
        f" (k más pequeño: {least}). Ningún desplazamiento lo evita.",
        f"Shifted dates keep their distances: in {of} reports they are those of somebody on the list, in {unique} of"
        f" one person only (smallest k: {least}). No shift prevents that.",
    )


def _clusters(findings: Findings) -> Iterator[str]:
    several = {size: count for size, count in findings.sizes().items() if size > 1}
    if several:
        groups = "; ".join(f"{count} × {size}" for size, count in several.items())
        yield said(
            f"Se ve qué informes son del mismo paciente (grupos × informes): {groups}. Juntos dicen más.",
            f"It can be seen which reports are of one patient (groups × reports): {groups}. Together they tell more.",
        )


def _truth(findings: Findings) -> Iterator[str]:
    if findings.certain is None or findings.informed is None or findings.naive is None:
        return
    yield said(
        f"De {findings.certain.known} informes se sabe de quién son (en {findings.true_among} esa persona está entre"
        " las que encajan):",
        f"Of {findings.certain.known} reports it is known whose they are (in {findings.true_among} that person is among"
        " those who fit):",
    )
    yield _scored(said("con certeza", "with certainty"), findings.certain)
    yield _scored(said("la única persona que encaja", "the only person who fits"), findings.informed)
    if findings.surrogates:
        yield _scored(said("quien se cree los sustitutos", "who believes surrogates"), findings.naive)


def _scored(name: str, score: Score) -> str:
    precision = "" if score.precision is None else f" ({share(score.precision)})"
    return said(
        f"  {name}: {score.links} enlaces, {score.correct} ciertos{precision}, {score.false} falsos",
        f"  {name}: {score.links} links, {score.correct} right{precision}, {score.false} false",
    )


def _reports(findings: Findings) -> Iterator[str]:
    shown = [*findings.linked, *(one for one in findings.fitting if one.k < findings.least_k and not one.linked)]
    for hit in [hit for hit in findings.elsewhere if hit.worth is Worth.CERTAIN][:_SHOWN]:
        person = findings.ids[hit.people[0]]
        yield said(f"{hit.file}: es de {person}: {_where(hit)}", f"{hit.file}: of {person}: {_where(hit)}")
    if shown:
        yield ""
    for one in shown[:_SHOWN]:
        yield _told(one, findings)
    if len(shown) > _SHOWN:
        rest = _number(len(shown) - _SHOWN)
        yield said(f"… y {rest} informes más (--csv o --json los dan todos)", f"… and {rest} more (see --csv, --json)")


def _told(one: Attacked, findings: Findings) -> str:
    if one.linked:
        places = {findings.ids[hit.people[0]]: hit for hit in one.hits if hit.worth is Worth.CERTAIN}
        hits = [hit for hit in one.hits if hit.worth is Worth.CERTAIN]
        where = ", ".join(_where(hit) for hit in hits[:_HITS_SHOWN]) + (" …" if len(hits) > _HITS_SHOWN else "")
        people = ", ".join(dict.fromkeys((*one.linked, *places)))
        return said(f"{one.name}: reconocido como {people}: {where}", f"{one.name}: linked to {people}: {where}")
    facts = ", ".join(said(*_FACTS[fact]) for fact in Fact if fact in one.facts) or said("fechas", "dates")
    who = f" ({one.guess})" if one.guess is not None else ""
    return said(f"{one.name}: k = {one.k}{who}, por: {facts}", f"{one.name}: k = {one.k}{who}, by: {facts}")


def _where(hit: Hit) -> str:
    kind = said(*_HITS[hit.kind])
    if hit.line == 0:
        return said(f"{kind} (en el nombre del archivo)", f"{kind} (in the file's name)")
    return said(f"{kind} ({hit.file}, línea {hit.line})", f"{kind} ({hit.file}, line {hit.line})")


def _advice(findings: Findings) -> Iterator[str]:
    names = {hit.kind for one in findings.linked for hit in one.hits if hit.worth is Worth.CERTAIN}
    if not names and not findings.advice and not findings.below:
        return
    yield ""
    yield said("Qué hacer:", "What to do:")
    if names:
        yield said(
            "  – Marque en los informes lo que reconoce a alguien y publíquelos de nuevo.",
            "  – Mark in the reports what links them to somebody, and release them again.",
        )
        if any(hit.line == 0 for one in findings.linked for hit in one.hits):
            yield said(
                "  – Publique con --numbered: los nombres de los archivos dicen de quién son.",
                "  – Release with --numbered: the names of the files tell whose they are.",
            )
    for how, count in findings.advice.items():
        what = said(*_RELAXATIONS[how])
        yield said(
            f"  – {what}: {count} de {findings.below} informes llegarían a k = {findings.least_k}.",
            f"  – {what}: {count} of {findings.below} reports would reach k = {findings.least_k}.",
        )
    if findings.below > max(findings.advice.values(), default=0):
        yield said(
            "  – A los demás no les basta un solo cambio: combine varios, o no los publique.",
            "  – For the others no single change is enough: join several, or do not release them.",
        )


def _verdict(findings: Findings) -> str:
    limit = said(
        "Vale para esta lista y para lo que estos lectores entienden; otro atacante puede saber más.",
        "It holds for this list and for what these readers understand; another attacker may know more.",
    )
    if findings.holds:
        k = findings.least_k
        return said(
            f"Nadie reconocido con certeza; ningún informe encaja con menos de {k} personas. {limit}",
            f"Nobody is linked with certainty; no report fits fewer than {k} people. {limit}",
        )
    return said(
        f"Esta publicación no resiste el ataque con k = {findings.least_k}. {limit}",
        f"This release does not withstand the attack with k = {findings.least_k}. {limit}",
    )


def _row(name: str, *values: str) -> str:
    return f"{name:<{_FIRST}}" + "".join(f"{value:>{_OTHER}}" for value in values)


def _number(value: int) -> str:
    shown = f"{value:,}"
    return shown.replace(",", ".") if language() == "es" else shown


def share(value: float) -> str:
    """A share in per cent, as the person's language writes it."""
    shown = f"{value * 100:.1f}"
    return f"{shown.replace('.', ',')} %" if language() == "es" else f"{shown} %"


_FACTS = {
    Fact.BIRTH: ("fecha de nacimiento", "date of birth"), Fact.AGE: ("edad", "age"), Fact.SEX: ("sexo", "sex"),
    Fact.PLACE: ("lugar", "place"), Fact.COUNTRY: ("país", "country"), Fact.DATES: ("fechas", "dates"),
}  # fmt: skip
_HITS = {
    HitKind.NAME: ("nombre", "name"), HitKind.RELATIVE: ("nombre de un familiar", "a relative's name"),
    HitKind.IDENTIFIER: ("identificador", "identifier"), HitKind.INSURANCE: ("número de afiliación",
    "insurance number"), HitKind.EPISODE: ("episodio", "episode"), HitKind.PHONE: ("teléfono", "phone"),
    HitKind.EMAIL: ("correo electrónico", "e-mail"), HitKind.ADDRESS: ("dirección", "address"),
}  # fmt: skip
_RELAXATIONS = {
    Relaxation.AGE_BAND: ("Edades en tramos de cinco años", "Ages as bands of five years"),
    Relaxation.DATE_YEAR: ("De las fechas, solo el año", "Of dates, only the year"),
    Relaxation.PROVINCE: ("De los lugares, solo la provincia", "Of places, only the province"),
    Relaxation.NO_BIRTH: ("La fecha de nacimiento como etiqueta", "The date of birth as a tag"),
    Relaxation.NO_SEX: ("El sexo, fuera", "No sex"),
    Relaxation.NO_INTERVALS: (
        "Fechas como etiqueta o año, sin desplazarlas", "Dates as tags or years instead of shifted",
    ),
}  # fmt: skip
