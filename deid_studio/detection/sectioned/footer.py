"""Footer: expressions and a dictionary of places, tried in a fixed order after trusted PHI (thesis, section 4.4.1).

The order matters: what an earlier step classified, a later one leaves alone, so that a fax is no phone and a town named
`Javier` no longer takes a doctor's name. The last step, organisations, is the thesis' future work (section 6.2).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

import regex

from deid_studio.detection.gazetteers import GazetteerIndex, Hit
from deid_studio.detection.rule_ids import RuleId
from deid_studio.detection.tokens import TokenLine
from deid_studio.model.kinds import Kind, Subkind
from deid_studio.model.ontology import Meaning, class_for
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.model.tagset import TagSet
from deid_studio.people.folding import fold

_TIMEOUT_SECONDS = 0.1
_EMAIL = regex.compile(r"(?<![\p{L}\p{N}._%+-])[\p{L}\p{N}._%+-]{1,64}+@(?:[\p{L}\p{N}-]{1,63}+\.){1,6}\p{L}{2,24}")
_NUMBER = r"(?P<phi>[+(]?\d(?:[ ./()-]{0,2}\d){6,14})(?!\d)"
_FAX = regex.compile(rf"(?i:\bfax\b|\btelefax\b)[^\d\n]{{0,12}}?{_NUMBER}")
_PHONE_CUE = regex.compile(
    rf"(?i:\btel[eé]fonos?\b|\btel[eé]?f?\b|\btl?fn?o?\b|\bm[oó]vil\b|☎)[^\d\n+(]{{0,12}}?{_NUMBER}"
)
_PHONE = regex.compile(r"(?<![\d.,/-])(?P<phi>(?:(?:\+|00)34[ .-]?)?[6-9]\d{1,2}(?:[ .-]?\d{2,3}){2,3})(?![\d/])")
_POSTAL = regex.compile(r"(?<![\p{L}\p{N}.,/-])(?P<phi>\d{5})(?![\p{N}\p{L}]|[.,/-]\d)")
_STREET = regex.compile(
    r"""(?<![\p{L}\p{N}])(?:
        (?i:c/\.?|cl/|calle|cra\.|carrera|avenida|avinguda|avda?\.?(?=\s)|av\.|plaza|pla[cç]a|pl[zs]?a\.?(?=\s)
        |pza\.?(?=\s)|paseo|passeig|pº|p\.º|pg\.|ctra\.?(?=\s)|carretera|camino|cam[ií]|ronda|rondilla|traves[ií]a
        |r[uú]a|urbanizaci[oó]n|urb\.|pol[ií]gono|glorieta|gran\ v[ií]a|carrer|rambla|alameda|bulevar|calzada
        |pasaje|jr\.|jir[oó]n|apartado(?:\ de\ correos)?|campus)
    )\s*(?=[\p{L}\p{N}])""",
    regex.VERBOSE,
)
_STREET_END = regex.compile(
    r"""[\s,.;()–-]*(?:\b\d{4,5}(?!\p{N}|[.,]\d) | [;()\n] | \s[–-]\s+(?=\p{Lu}\p{Ll})
        | (?i:\be-?mail|\bcorreo\ e|\btel|\btfno|\btlf|\bfax|\bhospital|\bservicio|\bdepartamento|\bunidad|\bc\.?p\.?\b)
        | (?<=[\p{Ll}\p{N}]{4}|\p{N}|s/n)\.\s+(?=\p{Lu}(?!\p{L}?\b)) | \s*$)""",
    regex.VERBOSE,
)
_LONGEST_STREET = 90
_NAME = (
    r"(?:(?:Dr|Dra|Sta|Sto|Ntra|Sra)\.|(?!Servicio|E-mail|Unidad|Departamento)\p{Lu}[\p{L}\p{N}'’-]*+"
    r"|\d{1,2}(?=\s(?:de\s)?\p{Lu}))"
)
_REST_OF_NAME = rf"(?:[ ](?:(?:de|del|la|las|los|el|y|e|i|da|do|dos|d’|d')[ ]?){{0,3}}{_NAME}){{0,9}}+"
_HOSPITAL = regex.compile(
    rf"\b(?P<phi>(?:(?:Fundaci[oó]n|Complejo|Complexo|Consorcio)[ ])?(?:(?i:hospital)(?:ario)?|C\.?H\.?|H\.U\."
    rf"|Cl[ií]nica(?!\sy\s)|Policl[ií]nica|Sanatorio|CHU\p{{Lu}}*|Complejo[ ]Asistencial){_REST_OF_NAME})"
)
_INSTITUTION = regex.compile(
    rf"\b(?P<phi>(?:Universi(?:dad|tat|dade)|Facultad|Facultat|Instituto?|Fundaci[oó]n?|Escuela|Colegio|Asociaci[oó]n"
    rf"|Sociedad|Ministerio|Consejer[ií]a|Laboratorios?){_REST_OF_NAME})"
)
PLACES = {"town": Meaning(Kind.PLACE), "region": Meaning(Kind.PLACE), "country": Meaning(Kind.COUNTRY)}
_GUARDS = frozenset("hospital_word health_centre_word institution_word street_kind title".split())
_NOT_A_PLACE = frozenset("street_kind title hospital_word institution_word department".split())


@dataclass(frozen=True, slots=True)
class _Found:
    start: int
    end: int
    meaning: Meaning
    confidence: float
    evidence: Evidence


OWNER = "sectioned"
RULES = ("e-mail", "fax", "phone", "postal code", "street", "hospital", "institution")


def footer_suggestions(
    text: str,
    line: TokenLine,
    taken: Sequence[Span],
    index: GazetteerIndex,
    tagset: TagSet,
    off: Collection[str] = (),
) -> list[Suggestion]:
    """The suggestions in one footer line outside of the spans `taken` (trusted PHI), in text order, in the classes of
    a tag set.

    A step whose expression takes too long on a hostile line counts as one that finds nothing; `off` are the ids of
    rules and entries that are turned off, which leave their place to the steps after them.
    """
    busy = [span for span in taken if span.start < line.ends[-1] and line.starts[0] < span.end]
    suggestions: list[Suggestion] = []
    places = partial(_places, off=off)
    for step in (_emails, _faxes, _phones, places, _streets, _organisations):
        try:
            found = [one for one in step(text, line, busy, index) if one.evidence.rule not in off]
        except TimeoutError:
            continue
        for one in found:
            place, phi_class = _free(text, one.start, one.end, busy), class_for(one.meaning, tagset)
            if place is not None and phi_class:
                span = Span(*place, phi_class)
                busy.append(span)
                suggestions.append(Suggestion(span, one.confidence, (one.evidence,)))
    return sorted(suggestions, key=lambda suggestion: suggestion.span)


def _emails(text: str, line: TokenLine, busy: Sequence[Span], index: GazetteerIndex) -> Iterator[_Found]:
    yield from _matches(_EMAIL, text, line, Meaning(Kind.EMAIL), 0.99, "e-mail")


def _faxes(text: str, line: TokenLine, busy: Sequence[Span], index: GazetteerIndex) -> Iterator[_Found]:
    yield from _matches(_FAX, text, line, Meaning(Kind.PHONE, subkind=Subkind.FAX), 0.9, "fax")


def _phones(text: str, line: TokenLine, busy: Sequence[Span], index: GazetteerIndex) -> Iterator[_Found]:
    yield from _matches(_PHONE_CUE, text, line, Meaning(Kind.PHONE), 0.9, "phone")
    yield from _matches(_PHONE, text, line, Meaning(Kind.PHONE), 0.8, "phone")


def _places(
    text: str, line: TokenLine, busy: Sequence[Span], index: GazetteerIndex, off: Collection[str] = ()
) -> Iterator[_Found]:
    yield from _matches(_POSTAL, text, line, Meaning(Kind.PLACE, subkind=Subkind.POSTAL_CODE), 0.9, "postal code")
    folded = [fold(word) for word in line.words]
    hits = [hit for hit in index.phrases(folded) if hit.kind in PLACES]
    for i, word in enumerate(folded):
        kinds = index.kinds(word)
        if _NOT_A_PLACE.isdisjoint(kinds):
            hits += [Hit(i, i + 1, kind) for kind in kinds if kind in PLACES]
    # The longest first; of a name that is both, the country.
    done = 0
    for hit in sorted(hits, key=lambda hit: (hit.start, -hit.end, hit.kind != "country")):
        entry = text[line.starts[hit.start] : line.ends[hit.end - 1]]
        rule = str(RuleId(OWNER, hit.kind, fold(entry)))
        if hit.start < done or rule in off or not _stands_as_place(line, folded, hit, busy, index, done):
            continue
        done = hit.end
        evidence = Evidence("gazetteer", hit.kind, entry, rule)
        yield _Found(line.starts[hit.start], line.ends[hit.end - 1], PLACES[hit.kind], 0.8, evidence)


def _stands_as_place(
    line: TokenLine, folded: list[str], hit: Hit, busy: Sequence[Span], index: GazetteerIndex, done: int
) -> bool:
    if not line.words[hit.start][0].isupper():
        return False
    at = hit.start - 1
    if hit.end - hit.start == 1 and "first_name" in index.kinds(folded[hit.start]):
        # `Javier` is a town too: only behind a postal code or a mark.
        return at >= 0 and (line.words[at][0].isdigit() or line.words[at] in ",(")
    if at > 0 and line.words[at] in "./" and not _GUARDS.isdisjoint(index.kinds(folded[at - 1])):
        return False  # `C/ Toledo`, `Avda. Andalucía`
    while at >= done and line.words[at][0].isalpha():
        if any(span.start < line.ends[at] and line.starts[at] < span.end for span in busy):
            return True
        kinds = index.kinds(folded[at])
        if not _GUARDS.isdisjoint(kinds):
            return False
        if "particle" not in kinds:
            # `Jorge Segovia`: behind another capitalised word it is a surname, behind a small one a place.
            return not line.words[at][0].isupper()
        at -= 1
    return True


def _streets(text: str, line: TokenLine, busy: Sequence[Span], index: GazetteerIndex) -> Iterator[_Found]:
    done = 0
    for match in _STREET.finditer(text, line.starts[0], line.ends[-1], timeout=_TIMEOUT_SECONDS):
        if match.start() < done:
            continue
        limit = min([line.ends[-1], match.end() + _LONGEST_STREET, *(s.start for s in busy if s.start >= match.end())])
        end = _STREET_END.search(text, match.end(), limit, timeout=_TIMEOUT_SECONDS)
        done = end.start() if end else limit
        yield _Found(match.start(), done, Meaning(Kind.STREET), 0.8, _evidence("street"))


def _organisations(text: str, line: TokenLine, busy: Sequence[Span], index: GazetteerIndex) -> Iterator[_Found]:
    yield from _matches(_HOSPITAL, text, line, Meaning(Kind.CENTRE, subkind=Subkind.HOSPITAL), 0.8, "hospital")
    yield from _matches(_INSTITUTION, text, line, Meaning(Kind.INSTITUTION), 0.6, "institution")


def _matches(
    expression: regex.Pattern[str], text: str, line: TokenLine, meaning: Meaning, confidence: float, name: str
) -> Iterator[_Found]:
    for match in expression.finditer(text, line.starts[0], line.ends[-1], timeout=_TIMEOUT_SECONDS):
        start, end = match.span("phi" if "phi" in expression.groupindex else 0)
        yield _Found(start, end, meaning, confidence, _evidence(name))


def _evidence(name: str) -> Evidence:
    return Evidence("rule", name, "", str(RuleId(OWNER, name)))


def _free(text: str, start: int, end: int, busy: Sequence[Span]) -> tuple[int, int] | None:
    """The stretch up to the first taken span, without blanks and marks around it; None when nothing is left."""
    for span in sorted(busy):
        if span.start <= start < span.end:
            return None
        if start < span.start < end:
            end = span.start
    while end > start and not (text[end - 1].isalnum() or text[end - 1] in ")ºª"):
        end -= 1
    while start < end and not (text[start].isalnum() or text[start] in "+("):
        start += 1
    if text[start:end].count("(") < text[start:end].count(")"):
        end -= 1
    return (start, end) if start < end else None
