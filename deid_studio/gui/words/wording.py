"""Wording: what decisions, states and numbers are called in the window's language."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from functools import cache
from itertools import filterfalse

from PySide6.QtCore import QCoreApplication, QObject

from deid_studio.errors import DeidError, EditError
from deid_studio.gui.words.report_sections import BandKind
from deid_studio.model.edits import (
    Accept,
    AcceptPassage,
    Add,
    Edit,
    Note,
    Reject,
    Relabel,
    Remove,
    Reopen,
    Resize,
    Restate,
    Restore,
    Several,
    TakeIn,
)
from deid_studio.model.mentions import Decision, Mention
from deid_studio.model.tagset import PhiClass, TagSet
from deid_studio.review.project import ReportState
from deid_studio.texts import figures

translate = QCoreApplication.translate


def QT_TRANSLATE_NOOP(_context: str, text: str) -> str:  # the texts of such calls are collected
    """Mark a text for translation where it is defined; it is translated where it is shown."""
    return text


# Keys as keyboards name them, where Qt's own translation uses other words, or the window has the word for something
# else; Qt asks for these by itself.
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
    QT_TRANSLATE_NOOP("QShortcut", "Right"),
)
# What Qt's translation of its own file dialog lacks.
_OF_FILE_DIALOGS = (
    QT_TRANSLATE_NOOP("QFileDialog", "&Look in:"),
    QT_TRANSLATE_NOOP("QFileDialog", "Files of &type:"),
)

_PARTICLE = 3  # letters of words such as “del” and “of”
_CERTAIN, _LIKELY, _DOUBTFUL = 0.95, 0.80, 0.50

# EditError's details are English facts; these are shown to a person.
_EDIT_DETAILS = (
    QT_TRANSLATE_NOOP("EditError", "the same span with the same class is there already"),
    QT_TRANSLATE_NOOP("EditError", "a span needs at least one character"),
    QT_TRANSLATE_NOOP("EditError", "the span would end after the report"),
    QT_TRANSLATE_NOOP("EditError", "there is nothing to undo"),
    QT_TRANSLATE_NOOP("EditError", "there is nothing to redo"),
)

_DECISION = QT_TRANSLATE_NOOP("wording", "decision")
_EDIT_TITLES: dict[type, str] = {
    Accept: QT_TRANSLATE_NOOP("wording", "accept"),
    Reject: QT_TRANSLATE_NOOP("wording", "reject"),
    Reopen: QT_TRANSLATE_NOOP("wording", "reopen"),
    Relabel: QT_TRANSLATE_NOOP("wording", "change class"),
    Resize: QT_TRANSLATE_NOOP("wording", "move an end"),
    Note: QT_TRANSLATE_NOOP("wording", "note"),
    Add: QT_TRANSLATE_NOOP("wording", "add"),
    Remove: QT_TRANSLATE_NOOP("wording", "delete"),
    Restate: QT_TRANSLATE_NOOP("wording", "relations"),
}


def language() -> str:
    """The code of the window's language."""
    # Catalogues say which they are; without one, the texts of the code are English.
    return translate("language", "en")


def what_happened(error: DeidError) -> str:
    """What happened, in the window's language."""
    detail = error.params.get("detail")
    if isinstance(error, EditError) and isinstance(detail, str):
        error = EditError(detail=translate("EditError", detail))
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


def class_titles(tagset: TagSet, name: str) -> tuple[str, str, str]:
    """A class's titles, the longest first: whole, short, and narrow."""
    return class_title(tagset, name), short_class_title(tagset, name), narrow_class_title(tagset, name)


def narrow_class_title(tagset: TagSet, name: str) -> str:
    """The short title with a first word that others begin with too by its initial: cut off, they would be the same."""
    words = short_class_title(tagset, name).split()
    others = _first_words(tagset, language())[words[0]] - (name in tagset)
    if len(words) < 2 or not others:
        return " ".join(words)
    return " ".join([f"{words[0][0]}.", *(word for word in words[1:-1] if len(word) > _PARTICLE), words[-1]])


@cache
def _first_words(tagset: TagSet, _language: str) -> Counter[str]:
    """How many classes' titles in the window's language begin with each word; it is asked for at each row drawn."""
    return Counter(short_class_title(tagset, one.name).split()[0] for one in tagset)


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


def round_percent(share: float) -> str:
    """A share as the next whole percentage."""
    return translate("wording", "{percent} %").format(percent=round(share * 100))


def fine_percent(share: float) -> str:
    """A share as a percentage with one decimal."""
    return translate("wording", "{percent} %").format(percent=decimal(share * 100))


def decimal(value: float) -> str:
    """A number that is not negative with one decimal, as it is written in the window's language."""
    shown = "<0.1" if 0 < value < 0.05 else f"{value:.1f}"
    return figures(shown).said(language())


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


class Counts(QObject):
    """Numbers of things with the words' plural; an object, since Qt fills in `%n` only in its `tr`."""

    def more(self, count: int) -> str:
        """How many more there are than are named."""
        return self.tr("%n more", "", count)

    def passages_left(self, count: int) -> str:
        """How many passages of a second reading nobody looked at."""
        return self.tr("%n passages of the second reading have not been looked at.", "", count)

    def pending(self, count: int) -> str:
        """How many mentions are pending."""
        return self.tr("%n pending", "", count)

    def following(self, count: int) -> str:
        """So many suggestions followed a decision."""
        return self.tr("%n suggestions follow", "", count)

    def shown(self, count: int) -> str:
        """How many suggestions are shown."""
        return self.tr("%n shown", "", count)

    def hidden(self, count: int) -> str:
        """How many suggestions are hidden."""
        return self.tr("%n hidden", "", count)

    def accepted(self, count: int) -> str:
        """How many mentions are accepted."""
        return self.tr("%n accepted", "", count)


def correction(mention: Mention, tagset: TagSet) -> str:
    """What a person changed of what was suggested, of which the detector's confidence says nothing; empty for none."""
    suggestion, phi_class = mention.suggestion, mention.span.phi_class
    if suggestion is None or suggestion.span == mention.span:
        return ""
    if suggestion.span.phi_class != phi_class:
        suggested = class_title(tagset, suggestion.span.phi_class)
        return translate("wording", "Class changed by hand (suggested: {title})").format(title=suggested)
    if mention.decision is Decision.ACCEPTED:
        text = translate("wording", "Ends set by hand, and with that accepted as {title}")
        return text.format(title=class_title(tagset, phi_class))
    return translate("wording", "The ends are not those that were suggested")


def one_line(text: str) -> str:
    """A span's text on one line: line ends and tabs as signs."""
    shown = text.replace("\r\n", "⏎").replace("\t", "⇥")
    return "".join("⏎" if c in "\n\r\x0b\x0c\x85\u2028\u2029" else c for c in shown)


def few_words(text: str, longest: int = 60) -> str:
    """What of a span's text is shown where it is only named: on one line, cut between words when it is longer.

    All of a mention that runs over pages would fill the window, and stay there for others to read.
    """
    if len(text) <= longest:
        return one_line(text)
    shown = one_line(text[:longest])
    cut = shown.rfind(" ", longest // 2)
    return f"{shown[:cut] if cut > 0 else shown}…"


def edit_title(edit: Edit) -> str:
    """What an edit does, for the Undo and Redo entries of the menu."""
    if isinstance(edit, Several):
        # What grows takes others in and brings them back; the step is what it does itself.
        # What is said of a mention goes with it.
        own = [part for part in edit.edits if not isinstance(part, TakeIn | Restore | Restate)]
        if own and len(own) < len(edit.edits):
            return edit_title(own[0])
        # Once, "Add" rejected what stood in its way; the step is what the last part does.
        kinds = {type(part) for part in edit.edits}
        if len(kinds) == 1 and len(edit.edits) > 1:
            of_passage = isinstance(edit, AcceptPassage)
            what = translate("wording", "accept the line") if of_passage else edit_title(edit.edits[0])
            return translate("wording", "{what} ({count})").format(what=what, count=len(edit.edits))
        if sum(not isinstance(part, Reject) for part in edit.edits) > 1:
            return translate("wording", "{what} ({count})").format(
                what=translate("wording", "decide alike"), count=len(edit.edits)
            )
        return edit_title(edit.edits[-1])
    if isinstance(edit, Restore):  # what was said in the final check
        edit = Reject(0) if edit.mention.decision is Decision.REJECTED else Accept(0)
    return translate("wording", _EDIT_TITLES.get(type(edit), _DECISION))


def folded(text: str) -> str:
    """A text without accents and case, to compare what a person types."""
    return "".join(filterfalse(unicodedata.combining, unicodedata.normalize("NFD", text.casefold())))
