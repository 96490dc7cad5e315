"""Wording: what decisions, evidence and states are called in the window's language."""

from __future__ import annotations

import re
from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication, QObject

from deid_studio.errors import DeidError, EditError, ReportTooLargeError
from deid_studio.gui.evidence_names import field_words, gazetteer_words, place_words, rule_words, spelling_words
from deid_studio.gui.report_sections import BandKind
from deid_studio.model.edits import Accept, Add, Edit, Note, Reject, Relabel, Remove, Reopen, Resize, Restore, Several
from deid_studio.model.mentions import Decision, Mention, Origin
from deid_studio.model.span import Evidence
from deid_studio.model.tagset import PhiClass, TagSet
from deid_studio.review.project import ReportState

translate = QCoreApplication.translate


def QT_TRANSLATE_NOOP(_context: str, text: str) -> str:  # lupdate looks for this name
    """Mark a text for translation where it is defined; it is translated where it is shown."""
    return text


# Keys as keyboards name them, where Qt's own translation uses other words; Qt asks for these by itself.
_KEY_NAMES = (
    QT_TRANSLATE_NOOP("QShortcut", "Return"),
    QT_TRANSLATE_NOOP("QShortcut", "Enter"),
    QT_TRANSLATE_NOOP("QShortcut", "Backspace"),
    QT_TRANSLATE_NOOP("QShortcut", "Del"),
    QT_TRANSLATE_NOOP("QShortcut", "Ins"),
    QT_TRANSLATE_NOOP("QShortcut", "PgUp"),
    QT_TRANSLATE_NOOP("QShortcut", "PgDown"),
    QT_TRANSLATE_NOOP("QShortcut", "Shift"),
    QT_TRANSLATE_NOOP("QShortcut", "Ctrl"),
    QT_TRANSLATE_NOOP("QShortcut", "Esc"),
)

_CERTAIN, _LIKELY, _DOUBTFUL = 0.95, 0.80, 0.50
_NAMED = 2

# EditError's details are English facts; these are shown to a person.
_EDIT_DETAILS = (
    QT_TRANSLATE_NOOP("EditError", "the same span with the same class is there already"),
    QT_TRANSLATE_NOOP("EditError", "a span needs at least one character"),
    QT_TRANSLATE_NOOP("EditError", "the span would end after the report"),
    QT_TRANSLATE_NOOP("EditError", "there is nothing to undo"),
    QT_TRANSLATE_NOOP("EditError", "there is nothing to redo"),
)


def language() -> str:
    """The language of the window: "es" or "en"."""
    # Translators say which they are; without one, the source texts are English.
    return "es" if translate("language", "en") == "es" else "en"


def what_happened(error: DeidError) -> str:
    """What happened, in the window's language."""
    detail = error.params.get("detail")
    if isinstance(error, EditError) and isinstance(detail, str):
        error = EditError(detail=translate("EditError", detail))
    if isinstance(error, ReportTooLargeError) and language() == "es":
        sizes = {name: str(error.params[name]).replace(".", ",") for name in ("size_mb", "limit_mb")}
        error = ReportTooLargeError(**{**error.params, **sizes})
    return error.what(language())


def what_to_do(error: DeidError) -> str:
    """What the person can do now, in the window's language."""
    return error.remedy(language())


def class_title(tagset: TagSet, name: str) -> str:
    """A class's title in the window's language; the name of one that the tag set does not hold."""
    phi_class = class_of(tagset, name)
    return phi_class.title_in(language())


def short_class_title(tagset: TagSet, name: str) -> str:
    """A class's title without what stands in brackets or after a comma, for narrow columns."""
    return re.split(r"[(,]", class_title(tagset, name))[0].strip() or name


def class_of(tagset: TagSet, name: str) -> PhiClass:
    """The class of that name; a neutral one when the tag set does not hold it."""
    return tagset[name] if name in tagset else PhiClass(name, {"en": name})


def decision_word(decision: Decision) -> str:
    """A decision in one word."""
    return {
        Decision.PENDING: translate("wording", "pending"),
        Decision.ACCEPTED: translate("wording", "accepted"),
        Decision.REJECTED: translate("wording", "rejected"),
    }[decision]


def decision_symbol(decision: Decision) -> str:
    """A decision as a symbol that does not need colour."""
    return {Decision.PENDING: "○", Decision.ACCEPTED: "✓", Decision.REJECTED: "✕"}[decision]


def state_word(state: ReportState) -> str:
    """A report's state in words."""
    return {
        ReportState.NOT_OPENED: translate("wording", "Not opened"),
        ReportState.SUGGESTIONS_WAITING: translate("wording", "Suggestions waiting"),
        ReportState.IN_REVIEW: translate("wording", "In review"),
        ReportState.SIGNED_OFF: translate("wording", "Signed off"),
        ReportState.SIGNED_THEN_CHANGED: translate("wording", "Signed off, then changed"),
        ReportState.NEEDS_SECOND_READER: translate("wording", "Needs a second reader"),
    }[state]


def section_word(kind: BandKind) -> str:
    """A part of a report in a word; none for a heading, which says it itself."""
    return {
        BandKind.HEADER: translate("wording", "Header"),
        BandKind.BODY: translate("wording", "Body"),
        BandKind.HEADING: "",
        BandKind.FOOTER: translate("wording", "Footer"),
    }[kind]


def theme_word(name: str) -> str:
    """A theme of the settings in words."""
    return {
        "system": translate("wording", "As the system"),
        "light": translate("wording", "Light"),
        "dark": translate("wording", "Dark"),
        "contrast-light": translate("wording", "High contrast, light"),
        "contrast-dark": translate("wording", "High contrast, dark"),
    }[name]


def reports_in_state(state: ReportState) -> str:
    """What reports in a state are, before how many they are."""
    return {
        ReportState.NOT_OPENED: translate("wording", "not opened"),
        ReportState.SUGGESTIONS_WAITING: translate("wording", "suggestions waiting"),
        ReportState.IN_REVIEW: translate("wording", "in review"),
        ReportState.SIGNED_OFF: translate("wording", "signed off"),
        ReportState.SIGNED_THEN_CHANGED: translate("wording", "signed off, then changed"),
        ReportState.NEEDS_SECOND_READER: translate("wording", "need a second reader"),
    }[state]


def percent(confidence: float) -> str:
    """A confidence as a percentage; never 100, since no detector is certain."""
    value = min(round(confidence * 100), 99) if confidence < 1 else 100
    return translate("wording", "{percent} %").format(percent=value)


def whole_percent(share: float) -> str:
    """A share as a percentage, rounded down: 100 is all of it."""
    return translate("wording", "{percent} %").format(percent=int(share * 100))


def decimal(value: float) -> str:
    """A number that is not negative with one decimal, as it is written in the window's language."""
    shown = "<0.1" if 0 < value < 0.05 else f"{value:.1f}"
    return shown.replace(".", ",") if language() == "es" else shown


def about(number: float) -> str:
    """An expected number of things, in words that say that it is one."""
    if number < 0.05:
        return translate("wording", "hardly any")
    if number < 0.5:
        return translate("wording", "perhaps 1")
    return translate("wording", "about {number}").format(number=int(number + 0.5))


def duration(seconds: float) -> str:
    """How long something took, without units that are nought at its beginning."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"


def time_left(seconds: float | None) -> str:
    """How long something still takes, roughly; nothing when nobody knows."""
    if seconds is None:
        return ""
    if seconds < 15:
        return translate("wording", "a few seconds left")
    if seconds < 55:
        return translate("wording", "about {count} s left").format(count=round(seconds / 10) * 10)
    minutes = round(seconds / 60)
    if minutes <= 1:
        return translate("wording", "about a minute left")
    if minutes < 60:
        return translate("wording", "about {count} min left").format(count=minutes)
    hours, minutes = divmod(round(minutes / 10) * 10, 60)
    if not minutes:
        return translate("wording", "about {count} h left").format(count=hours)
    return translate("wording", "about {hours} h {minutes} min left").format(hours=hours, minutes=minutes)


def confidence_words(confidence: float) -> str:
    """A confidence in words."""
    if confidence >= _CERTAIN:
        return translate("wording", "very likely")
    if confidence >= _LIKELY:
        return translate("wording", "likely")
    if confidence >= _DOUBTFUL:
        return translate("wording", "doubtful")
    return translate("wording", "very doubtful")


def origin_sentence(mention: Mention) -> str:
    """Who put the mention there."""
    return {
        Origin.DETECTOR: translate("wording", "Suggested by the detector"),
        Origin.FILE: translate("wording", "Was in the .ann file"),
        Origin.PERSON: translate("wording", "Added by hand"),
    }[mention.origin]


def evidence_sentence(evidence: Evidence, share: bool = True) -> str:
    """One piece of evidence as a clause, to be joined to others; without `share`, not how often it is right."""
    templates = {
        "crf": translate("wording", "the learned model (CRF) recognises it by its context"),
        "rule": _rule_template(evidence),
        "gazetteer": translate("wording", "“{entry}” is in the {name}"),
        "trusted": translate("wording", "the same text is marked elsewhere in the report"),
        "patient": translate("wording", "it is in the patient's record: {name}"),
        "spacy": translate("wording", "the language model (spaCy) recognises a name"),
        "accepted": translate("wording", "it is another spelling of what is accepted in this report"),
        "sweep": translate("wording", "a person looked at it in the second sweep"),
    }
    template = templates.get(evidence.kind)
    if template is None:
        return str(evidence)
    if (evidence.kind, evidence.name) == ("crf", "marginal"):
        return translate("wording", "the learned model (CRF) holds it possible")
    if evidence.kind == "gazetteer" and not evidence.detail:
        template = translate("wording", "it is in the {name}")
    sentence = template.format(name=_name_in_words(evidence), entry=evidence.detail)
    detail = _detail(evidence) if share or evidence.kind != "rule" else ""
    return f"{sentence} ({detail})" if detail else sentence


def as_sentence(clause: str) -> str:
    """A clause as a sentence of its own."""
    return f"{clause[:1].upper()}{clause[1:]}."


def _rule_template(evidence: Evidence) -> str:
    if evidence.name == "looks":
        return translate("wording", "it looks like PHI: {name}")
    if evidence.name == "indicator" or evidence.name.startswith("campo_"):
        return translate("wording", "it stands after the {name}")
    if "." in evidence.name:
        return translate("wording", "reviewed reports have taught it: {name}")
    return translate("wording", "a rule recognises it: {name}")


def _name_in_words(evidence: Evidence) -> str:
    if evidence.kind == "gazetteer":
        return gazetteer_words(evidence.name)
    if evidence.kind == "rule":
        return rule_words(evidence.name, evidence.detail)
    return field_words(evidence.name) if evidence.kind == "patient" else evidence.name


def _detail(evidence: Evidence) -> str:
    if evidence.kind in ("patient", "accepted"):
        return spelling_words(evidence.detail)
    if evidence.kind == "trusted":
        return place_words(evidence.detail)
    if evidence.kind in ("spacy", "gazetteer") or evidence.name == "looks":
        return ""
    right = re.search(r" (\d+)/(\d+)$", evidence.detail) if evidence.name == "indicator" else None
    if right:
        return translate("wording", "right {right} times of {total}").format(right=right[1], total=right[2])
    share = _share(evidence.detail)
    if share is None:
        return evidence.detail
    # The CRF's probability is the confidence, which is shown beside.
    return "" if evidence.kind == "crf" else translate("wording", "right in {share}").format(share=percent(share))


def _share(detail: str) -> float | None:
    try:
        share = float(detail)
    except ValueError:
        return None
    return share if 0 <= share <= 1 else None


def evidence_text(mention: Mention, between: str = " ") -> str:
    """All evidence of a mention, a sentence each, or who put it there when nobody suggested it."""
    if mention.suggestion is None:
        return f"{origin_sentence(mention)}."
    return between.join(dict.fromkeys(as_sentence(evidence_sentence(e)) for e in mention.suggestion.evidence))


def evidence_summary(evidence: Sequence[Evidence]) -> str:
    """Evidence in two sentences: the first piece, and what else speaks for it in a word each.

    Every detector that finds the same is named; of what supports them, the first.
    """
    first, *others = evidence
    sentence = as_sentence(evidence_sentence(first, share=False))  # the confidence is shown beside
    same = _speaker(first)
    named = [name for name in dict.fromkeys(_speaker(e) for e in others if _finds(e)) if name != same]
    hints = [name for name in dict.fromkeys(_speaker(e) for e in others if not _finds(e)) if name not in (same, *named)]
    words = [*named, *hints[:_NAMED]]
    if len(hints) > _NAMED:
        words.append(Counts().more(len(hints) - _NAMED))
    also = translate("wording", "{first} Also: {others}.")
    return also.format(first=sentence, others=", ".join(words)) if words else sentence


def finders(evidence: Sequence[Evidence]) -> str:
    """The detectors and rules that find something, in a few words each."""
    return ", ".join(dict.fromkeys(_speaker(one) for one in evidence if _finds(one)))


def _finds(evidence: Evidence) -> bool:
    """Whether the evidence is a detector's by itself, not what supports it: a list, or what reports have taught."""
    return evidence.kind != "gazetteer" and not (evidence.kind == "rule" and "." in evidence.name)


class Counts(QObject):
    """Numbers of things with the words' plural; an object, since lupdate finds plural forms only in its `tr`."""

    def more(self, count: int) -> str:
        """How many more there are than are named."""
        return self.tr("%n more", "", count)

    def passages_left(self, count: int) -> str:
        """How many passages of a second reading nobody looked at."""
        return self.tr("%n passages of the second reading have not been looked at.", "", count)

    def pending(self, count: int) -> str:
        """How many mentions are pending."""
        return self.tr("%n pending", "", count)

    def shown(self, count: int) -> str:
        """How many suggestions are shown."""
        return self.tr("%n shown", "", count)

    def hidden(self, count: int) -> str:
        """How many suggestions are hidden."""
        return self.tr("%n hidden", "", count)

    def accepted(self, count: int) -> str:
        """How many mentions are accepted."""
        return self.tr("%n accepted", "", count)


def changed_class(mention: Mention, tagset: TagSet) -> str:
    """That a person gave the mention another class than was suggested; empty when nobody did."""
    suggestion = mention.suggestion
    if suggestion is None or suggestion.span.phi_class == mention.span.phi_class:
        return ""
    suggested = class_title(tagset, suggestion.span.phi_class)
    return translate("wording", "Class changed by hand (suggested: {title})").format(title=suggested)


def evidence_kinds(mention: Mention) -> str:
    """The kinds of evidence: the first in a word, and how many more."""
    if mention.suggestion is None:
        return ""
    first, *others = dict.fromkeys(e.kind for e in mention.suggestion.evidence)
    return f"{_word(first)} +{len(others)}" if others else _word(first)


def _speaker(evidence: Evidence) -> str:
    """Who or what speaks for a suggestion, in a few words."""
    if evidence.kind in ("rule", "gazetteer") and evidence.name:
        return _name_in_words(evidence)
    words = {
        "crf": translate("wording", "the learned model (CRF)"),
        "trusted": translate("wording", "the same text elsewhere in the report"),
        "patient": translate("wording", "the patient's record"),
        "spacy": translate("wording", "the language model (spaCy)"),
    }
    return words.get(evidence.kind) or _word(evidence.kind)


def _word(kind: str) -> str:
    words = {
        "crf": translate("wording", "CRF"),
        "rule": translate("wording", "rule"),
        "gazetteer": translate("wording", "gazetteer"),
        "trusted": translate("wording", "same text"),
        "patient": translate("wording", "patient's record"),
        "spacy": translate("wording", "language model"),
        "accepted": translate("wording", "other spelling"),
        "sweep": translate("wording", "second sweep"),
    }
    return words.get(kind, kind)


def one_line(text: str) -> str:
    """A span's text on one line: line ends and tabs as signs."""
    shown = text.replace("\r\n", "⏎").replace("\t", "⇥")
    return "".join("⏎" if c in "\n\r\x0b\x0c\x85\u2028\u2029" else c for c in shown)


def description(mention: Mention, tagset: TagSet) -> str:
    """What a tool tip over a mention says."""
    lines = [f"{class_title(tagset, mention.span.phi_class)} – {decision_word(mention.decision)}"]
    changed = changed_class(mention, tagset)
    if changed:
        lines.append(changed)
    elif mention.suggestion is not None:
        confidence = mention.suggestion.confidence
        lines.append(f"{percent(confidence)}, {confidence_words(confidence)}")
    lines.append(evidence_text(mention, "\n"))
    if mention.note:
        lines.append(translate("wording", "Note: {note}").format(note=mention.note))
    return "\n".join(lines)


def edit_title(edit: Edit) -> str:
    """What an edit does, for the Undo and Redo entries of the menu."""
    if isinstance(edit, Several):
        # "Add" rejects what stood in its way; the step is what the last part does.
        kinds = {type(part) for part in edit.edits}
        if len(kinds) == 1 and len(edit.edits) > 1:
            return translate("wording", "{what} ({count})").format(
                what=edit_title(edit.edits[0]), count=len(edit.edits)
            )
        if sum(not isinstance(part, Reject) for part in edit.edits) > 1:
            return translate("wording", "{what} ({count})").format(
                what=translate("wording", "decide alike"), count=len(edit.edits)
            )
        return edit_title(edit.edits[-1])
    if isinstance(edit, Restore):  # what was said in the second sweep
        edit = Reject(0) if edit.mention.decision is Decision.REJECTED else Accept(0)
    titles: dict[type, str] = {
        Accept: translate("wording", "accept"),
        Reject: translate("wording", "reject"),
        Reopen: translate("wording", "reopen"),
        Relabel: translate("wording", "change class"),
        Resize: translate("wording", "move an end"),
        Note: translate("wording", "note"),
        Add: translate("wording", "add"),
        Remove: translate("wording", "delete"),
    }
    return titles.get(type(edit), translate("wording", "decision"))
