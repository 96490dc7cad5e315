"""What the parts of a release are called in the window's language."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from deid_studio.gui.words.wording import QT_TRANSLATE_NOOP, language, translate
from deid_studio.model.kinds import Kind
from deid_studio.release.by_hand import Refusal
from deid_studio.release.facts import FACTS_OF, Fact
from deid_studio.release.gate.held import HeldKind
from deid_studio.release.outputs import OutputFormat
from deid_studio.release.policy import Generalisation, Policy, Scope, Treatment, Way
from deid_studio.release.released import RemarkKind
from deid_studio.release.surrogates.date_keeping import DateKeeping
from deid_studio.release.surrogates.repeating import Repeat
from deid_studio.review.certificate.left_out import LeftOut
from deid_studio.review.handover import Environment

_WORDS: Mapping[type[Enum], Mapping[Enum, str]] = {
    Way: {
        Way.KEEP: QT_TRANSLATE_NOOP("release", "Leave as it is"),
        Way.REMOVE: QT_TRANSLATE_NOOP("release", "Remove"),
        Way.MASK: QT_TRANSLATE_NOOP("release", "Mask"),
        Way.TAG: QT_TRANSLATE_NOOP("release", "Class tag"),
        Way.SURROGATE: QT_TRANSLATE_NOOP("release", "Surrogate"),
        Way.CODE: QT_TRANSLATE_NOOP("release", "Reversible code"),
        Way.GENERALISE: QT_TRANSLATE_NOOP("release", "Generalise"),
    },
    Fact: {
        Fact.KIN: QT_TRANSLATE_NOOP("release", "kinship"),
        Fact.SEX: QT_TRANSLATE_NOOP("release", "sex"),
        Fact.AGE: QT_TRANSLATE_NOOP("release", "age"),
        Fact.AGE_OF_RELATIVE: QT_TRANSLATE_NOOP("release", "ages of relatives"),
        Fact.AGE_AT_EVENT: QT_TRANSLATE_NOOP("release", "ages at events"),
        Fact.OCCUPATION: QT_TRANSLATE_NOOP("release", "occupation"),
        Fact.ETHNIC_GROUP: QT_TRANSLATE_NOOP("release", "origin, religion"),
        Fact.ORIENTATION: QT_TRANSLATE_NOOP("release", "orientation"),
        Fact.CIRCUMSTANCE: QT_TRANSLATE_NOOP("release", "circumstances"),
        Fact.COUNTRY: QT_TRANSLATE_NOOP("release", "country"),
    },
    Generalisation: {
        Generalisation.AGE_BAND: QT_TRANSLATE_NOOP("release", "Age bands"),
        Generalisation.AGE_TOP: QT_TRANSLATE_NOOP("release", "High ages as one"),
        Generalisation.YEAR: QT_TRANSLATE_NOOP("release", "Year only"),
        Generalisation.MONTH: QT_TRANSLATE_NOOP("release", "Month and year"),
        Generalisation.PROVINCE: QT_TRANSLATE_NOOP("release", "Province"),
    },
    Scope: {
        Scope.REPORT: QT_TRANSLATE_NOOP("release", "in the report"),
        Scope.PATIENT: QT_TRANSLATE_NOOP("release", "of the patient"),
        Scope.PROJECT: QT_TRANSLATE_NOOP("release", "in the folder"),
    },
    Repeat: {
        Repeat.SAME: QT_TRANSLATE_NOOP("release", "the same"),
        Repeat.FRESH: QT_TRANSLATE_NOOP("release", "another in each report"),
        Repeat.CHAINED: QT_TRANSLATE_NOOP("release", "often another"),
    },
    DateKeeping: {
        DateKeeping.INTERVALS: QT_TRANSLATE_NOOP("release", "intervals"),
        DateKeeping.WEEKDAYS: QT_TRANSLATE_NOOP("release", "intervals, weekdays"),
    },
    HeldKind: {
        HeldKind.TEXT: QT_TRANSLATE_NOOP("release", "Marked elsewhere"),
        HeldKind.NAME_WORD: QT_TRANSLATE_NOOP("release", "Word of a marked name"),
        HeldKind.DIGITS: QT_TRANSLATE_NOOP("release", "Same digits as a marked number"),
        HeldKind.SPILL: QT_TRANSLATE_NOOP("release", "Goes on beside its mark"),
        HeldKind.FIELD: QT_TRANSLATE_NOOP("release", "Known patient data"),
        HeldKind.SUGGESTED: QT_TRANSLATE_NOOP("release", "Not decided"),
        HeldKind.DETECTED: QT_TRANSLATE_NOOP("release", "Detected, not marked"),
        HeldKind.LABEL: QT_TRANSLATE_NOOP("release", "Behind a label, not marked"),
        HeldKind.DOUBT: QT_TRANSLATE_NOOP("release", "Possible, not marked"),
        HeldKind.EMAIL: QT_TRANSLATE_NOOP("release", "E-mail address, not marked"),
        HeldKind.WEB: QT_TRANSLATE_NOOP("release", "Web address, not marked"),
        HeldKind.NUMBER: QT_TRANSLATE_NOOP("release", "Long number, not marked"),
        HeldKind.DATE: QT_TRANSLATE_NOOP("release", "Date, not marked"),
    },
    RemarkKind: {
        RemarkKind.TAGGED: QT_TRANSLATE_NOOP("release", "No surrogate"),
        RemarkKind.AGREEMENT: QT_TRANSLATE_NOOP("release", "Agreement"),
        RemarkKind.CONTRADICTION: QT_TRANSLATE_NOOP("release", "Contradiction"),
        RemarkKind.DAY: QT_TRANSLATE_NOOP("release", "Day of an unknown month or year"),
    },
    Environment: {
        Environment.OPEN: QT_TRANSLATE_NOOP("release", "Everybody: it is published"),
        Environment.CONTROLLED: QT_TRANSLATE_NOOP("release", "Who is let in under an agreement"),
        Environment.INTERNAL: QT_TRANSLATE_NOOP("release", "The organisation itself"),
    },
    Refusal: {
        Refusal.EMPTY: QT_TRANSLATE_NOOP(
            "release", "A surrogate needs at least a letter or a figure. It stays as it was."
        ),
        Refusal.LINES: QT_TRANSLATE_NOOP("release", "A surrogate is one line of ordinary letters. It stays as it was."),
        Refusal.REAL: QT_TRANSLATE_NOOP(
            "release", "That is, or holds, real data of these reports. It stays as it was."
        ),
        Refusal.KEEPS_WORD: QT_TRANSLATE_NOOP(
            "release", "That keeps a word or figures of the original. It stays as it was."
        ),
    },
    OutputFormat: {
        OutputFormat.TXT: QT_TRANSLATE_NOOP("release", "Text (.txt)"),
        OutputFormat.BRAT: QT_TRANSLATE_NOOP("release", "BRAT (.txt and .ann)"),
        OutputFormat.CSV: QT_TRANSLATE_NOOP("release", "One table (.csv)"),
        OutputFormat.JSONL: QT_TRANSLATE_NOOP("release", "JSON lines (.jsonl)"),
        OutputFormat.DOCX: QT_TRANSLATE_NOOP("release", "Word (.docx)"),
        OutputFormat.PDF: QT_TRANSLATE_NOOP("release", "PDF"),
    },
}


def words_for(one: Enum) -> str:
    """What one of the choices, reasons or forms of a release is called."""
    return translate("release", _WORDS[type(one)][one])


def way_explained(way: Way, tag: str) -> str:
    """What a way does, in a sentence; `tag` is an example of a class tag."""
    return {
        Way.KEEP: translate("release", "The text stays as it is. It leaves with the report."),
        Way.REMOVE: translate("release", "The text is cut out."),
        Way.MASK: translate("release", "The text is covered: ███."),
        Way.TAG: translate("release", "The name of the class stands in its place: {tag}.").format(tag=tag),
        Way.SURROGATE: translate("release", "Something invented of the same kind takes its place."),
        Way.CODE: translate("release", "A code takes its place: [[K3VQ7AZD]]. Only the vault says what it stands for."),
        Way.GENERALISE: translate("release", "It is said less exactly. What cannot be becomes a class tag."),
    }[way]


def treatment_words(treatment: Treatment) -> str:
    """A way with its options, for a narrow column."""
    match treatment.way:
        case Way.MASK if treatment.length:
            return translate("release", "Mask, {count} signs").format(count=treatment.length)
        case Way.TAG if treatment.numbered:
            return translate("release", "Class tag, numbered")
        case Way.GENERALISE:
            match treatment.to:
                case Generalisation.AGE_BAND:
                    return translate("release", "Bands of {years} years").format(years=treatment.width)
                case Generalisation.AGE_TOP:
                    return translate("release", "Ages from {years} as one").format(years=treatment.top)
            return words_for(treatment.to)
    return words_for(treatment.way)


def class_words(policy: Policy, treatment: Treatment, kind: str) -> str:
    """What becomes of a class of a kind, for a narrow column: that it stays, where surrogates leave it."""
    facts = FACTS_OF.get(Kind(kind), ()) if kind in set(Kind) else ()
    stays = treatment.way is Way.SURROGATE and facts and policy.facts.issuperset(facts)
    if not stays or kind in (Kind.OTHER, Kind.UNKNOWN):
        return treatment_words(treatment)
    if kind == Kind.RELATIVE:
        return translate("release", "As written, but for names")
    if kind == Kind.AGE:
        return translate("release", "As written, under 90")
    return translate("release", "As written")


def answer_reasons() -> tuple[str, ...]:
    """Why a held place is no personal data, to choose from."""
    return (
        translate("release", "Ordinary word"),
        translate("release", "Disease, test, scale or device"),
        translate("release", "Value, dose or code of no person"),
        translate("release", "Place or institution that tells nothing of anybody"),
        translate("release", "Author, guideline or law"),
    )


def left_out_words(why: LeftOut) -> str:
    """Why reports stay."""
    words = why.told.said(language())
    return f"{words[:1].upper()}{words[1:]}"
