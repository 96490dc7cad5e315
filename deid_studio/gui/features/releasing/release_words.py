"""What the parts of a release are called in the window's language."""

from __future__ import annotations

from deid_studio.gui.words.wording import language, translate
from deid_studio.model.kinds import Kind
from deid_studio.release.by_hand import Refusal
from deid_studio.release.facts import FACTS_OF, Fact
from deid_studio.release.gate.held import HeldKind
from deid_studio.release.outputs import OutputFormat
from deid_studio.release.policy import Generalisation, Policy, Scope, Treatment, Way
from deid_studio.release.released import RemarkKind
from deid_studio.release.surrogates.repeating import Repeat
from deid_studio.release.surrogates.surrogates import DateKeeping
from deid_studio.review.certificate.left_out import LeftOut
from deid_studio.review.handover import Environment


def way_words(way: Way) -> str:
    """A way, as it is chosen."""
    return {
        Way.KEEP: translate("release", "Leave as it is"),
        Way.REMOVE: translate("release", "Remove"),
        Way.MASK: translate("release", "Mask"),
        Way.TAG: translate("release", "Class tag"),
        Way.SURROGATE: translate("release", "Surrogate"),
        Way.CODE: translate("release", "Reversible code"),
        Way.GENERALISE: translate("release", "Generalise"),
    }[way]


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
            return generalisation_words(treatment.to)
    return way_words(treatment.way)


def fact_words(fact: Fact) -> str:
    """What a mention may say of what happened."""
    return {
        Fact.KIN: translate("release", "kinship"),
        Fact.SEX: translate("release", "sex"),
        Fact.AGE: translate("release", "age"),
        Fact.AGE_OF_RELATIVE: translate("release", "ages of relatives"),
        Fact.AGE_AT_EVENT: translate("release", "ages at events"),
        Fact.OCCUPATION: translate("release", "occupation"),
        Fact.ETHNIC_GROUP: translate("release", "origin, religion"),
        Fact.ORIENTATION: translate("release", "orientation"),
        Fact.CIRCUMSTANCE: translate("release", "circumstances"),
        Fact.COUNTRY: translate("release", "country"),
    }[fact]


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


def generalisation_words(to: Generalisation) -> str:
    """To what something is generalised."""
    return {
        Generalisation.AGE_BAND: translate("release", "Age bands"),
        Generalisation.AGE_TOP: translate("release", "High ages as one"),
        Generalisation.YEAR: translate("release", "Year only"),
        Generalisation.MONTH: translate("release", "Month and year"),
        Generalisation.PROVINCE: translate("release", "Province"),
    }[to]


def scope_words(scope: Scope) -> str:
    """Within what the same thing gets the same surrogate."""
    return {
        Scope.REPORT: translate("release", "in the report"),
        Scope.PATIENT: translate("release", "of the patient"),
        Scope.PROJECT: translate("release", "in the folder"),
    }[scope]


def repeat_words(repeat: Repeat) -> str:
    """What the same thing gets when it is mentioned again."""
    return {
        Repeat.SAME: translate("release", "the same"),
        Repeat.FRESH: translate("release", "another in each report"),
        Repeat.CHAINED: translate("release", "often another"),
    }[repeat]


def dates_words(keeping: DateKeeping) -> str:
    """What moved dates keep."""
    return {
        DateKeeping.INTERVALS: translate("release", "intervals"),
        DateKeeping.WEEKDAYS: translate("release", "intervals, weekdays"),
    }[keeping]


def held_words(kind: HeldKind) -> str:
    """Why a place is held."""
    return {
        HeldKind.TEXT: translate("release", "Marked elsewhere"),
        HeldKind.NAME_WORD: translate("release", "Word of a marked name"),
        HeldKind.DIGITS: translate("release", "Same digits as a marked number"),
        HeldKind.SPILL: translate("release", "Goes on beside its mark"),
        HeldKind.FIELD: translate("release", "Known patient data"),
        HeldKind.SUGGESTED: translate("release", "Not decided"),
        HeldKind.DETECTED: translate("release", "Detected, not marked"),
        HeldKind.LABEL: translate("release", "Behind a label, not marked"),
        HeldKind.DOUBT: translate("release", "Possible, not marked"),
        HeldKind.EMAIL: translate("release", "E-mail address, not marked"),
        HeldKind.WEB: translate("release", "Web address, not marked"),
        HeldKind.NUMBER: translate("release", "Long number, not marked"),
        HeldKind.DATE: translate("release", "Date, not marked"),
    }[kind]


def answer_reasons() -> tuple[str, ...]:
    """Why a held place is no personal data, to choose from."""
    return (
        translate("release", "Ordinary word"),
        translate("release", "Disease, test, scale or device"),
        translate("release", "Value, dose or code of no person"),
        translate("release", "Place or institution that tells nothing of anybody"),
        translate("release", "Author, guideline or law"),
    )


def remark_words(kind: RemarkKind) -> str:
    """What there is to look at."""
    return {
        RemarkKind.TAGGED: translate("release", "No surrogate"),
        RemarkKind.AGREEMENT: translate("release", "Agreement"),
        RemarkKind.CONTRADICTION: translate("release", "Contradiction"),
    }[kind]


def environment_words(environment: Environment) -> str:
    """Who can see a release."""
    return {
        Environment.OPEN: translate("release", "Everybody: it is published"),
        Environment.CONTROLLED: translate("release", "Who is let in under an agreement"),
        Environment.INTERNAL: translate("release", "The organisation itself"),
    }[environment]


def left_out_words(why: LeftOut) -> str:
    """Why reports stay."""
    words = why.told.said(language())
    return f"{words[:1].upper()}{words[1:]}"


def refusal_words(why: Refusal) -> str:
    """Why a text cannot be a surrogate."""
    return {
        Refusal.EMPTY: translate("release", "A surrogate needs at least a letter or a figure. It stays as it was."),
        Refusal.LINES: translate("release", "A surrogate is one line of ordinary letters. It stays as it was."),
        Refusal.REAL: translate("release", "That is, or holds, real data of these reports. It stays as it was."),
        Refusal.KEEPS_WORD: translate("release", "That keeps a word or figures of the original. It stays as it was."),
    }[why]


def format_words(form: OutputFormat) -> str:
    """A form in which reports leave."""
    return {
        OutputFormat.TXT: translate("release", "Text (.txt)"),
        OutputFormat.BRAT: translate("release", "BRAT (.txt and .ann)"),
        OutputFormat.CSV: translate("release", "One table (.csv)"),
        OutputFormat.JSONL: translate("release", "JSON lines (.jsonl)"),
        OutputFormat.DOCX: translate("release", "Word (.docx)"),
        OutputFormat.PDF: translate("release", "PDF"),
    }[form]
