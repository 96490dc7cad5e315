"""TreatmentOptions: what becomes of the chosen classes of a policy, with the options of each way."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QStandardItemModel
from PySide6.QtWidgets import QCheckBox, QGridLayout, QHBoxLayout, QLabel, QSpinBox, QVBoxLayout, QWidget

from deid_studio.gui.features.releasing.release_words import way_explained, words_for
from deid_studio.gui.features.releasing.work.release_work import ReleaseWork
from deid_studio.gui.widgets.choice_box import ChoiceBox
from deid_studio.gui.words.wording import class_title
from deid_studio.model.kinds import Kind
from deid_studio.release.facts import FACTS_OF, Fact
from deid_studio.release.policy import Generalisation, Policy, Treatment, Way, with_treatment
from deid_studio.release.released import tag_name

# What can be said less exactly, by kind; the first is taken unless another is chosen.
_LESS_EXACT = {
    "date": (Generalisation.YEAR, Generalisation.MONTH),
    "age": (Generalisation.AGE_BAND, Generalisation.AGE_TOP),
    "place": (Generalisation.PROVINCE,),
    "street": (Generalisation.PROVINCE,),
}


_FACTS_IN_ROW = 3


class TreatmentOptions(QWidget):
    """The way and its options of one class, or of several at once."""

    changed = Signal(object)  # Policy, as a person changed it

    def __init__(self, work: ReleaseWork, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._work = work
        self._classes: list[str] = []
        self.chosen = QLabel()
        self.chosen.setTextFormat(Qt.TextFormat.PlainText)
        self.chosen.setWordWrap(True)
        self.way = ChoiceBox(8)
        self.way.setAccessibleName(self.tr("What becomes of the chosen classes"))
        for way in Way:
            self.way.addItem(words_for(way), way)
        self.way.activated.connect(self._change_way)
        self.chosen.setBuddy(self.way)
        self.to = ChoiceBox(8)
        self.to.setAccessibleName(self.tr("What of it is still said"))
        self.to.activated.connect(self._change_options)
        self.numbered = QCheckBox(self.tr("num&bered"))
        self.numbered.setToolTip(self.tr("Different persons and things get different numbers"))
        self.numbered.toggled.connect(self._change_options)
        self._build_numbers()
        self.explained = QLabel()
        self.explained.setWordWrap(True)
        self.explained.setTextFormat(Qt.TextFormat.PlainText)
        # Its room is kept: the table is not to move while a person goes through it.
        self.explained.setMinimumHeight(self.explained.fontMetrics().lineSpacing() * 2)
        self.explained.setAlignment(Qt.AlignmentFlag.AlignTop)
        first = QHBoxLayout()
        first.addWidget(self.way, 1)
        first.addWidget(self.to, 1)
        first.addWidget(self.numbered)
        first.addWidget(self.length, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(6)
        column.addWidget(self.chosen)
        column.addLayout(first)
        for spin in (self.band, self.high_age, self.inhabitants):
            column.addWidget(spin)
        column.addWidget(self._build_facts())
        column.addWidget(self.explained)

    def _build_numbers(self) -> None:
        self.length = _spin(0, 99, self.tr("Length of the mask"))
        self.length.setSpecialValueText(self.tr("as long as the text"))
        self.length.setSuffix(self.tr(" signs"))
        self.band = _spin(1, 50, self.tr("Years of an age band"))
        self.band.setSuffix(self.tr(" years a band"))
        self.high_age = _spin(1, 120, self.tr("Age from which on all are one"))
        self.high_age.setPrefix(self.tr("from "))
        self.high_age.setSuffix(self.tr(" years as one"))
        self.inhabitants = _spin(0, 10_000_000, self.tr("Towns with at least as many inhabitants stay"))
        self.inhabitants.setSpecialValueText(self.tr("no town stays"))
        self.inhabitants.setSingleStep(10_000)
        self.inhabitants.setGroupSeparatorShown(True)
        self.inhabitants.setPrefix(self.tr("towns from "))
        self.inhabitants.setSuffix(self.tr(" inhabitants stay"))
        for spin in (self.length, self.band, self.high_age, self.inhabitants):
            spin.valueChanged.connect(self._change_options)

    def _build_facts(self) -> QWidget:
        self.facts = {fact: QCheckBox(words_for(fact)) for fact in Fact}
        self.kept = QWidget()
        row = QGridLayout(self.kept)
        row.setContentsMargins(0, 0, 0, 0)
        row.addWidget(QLabel(self.tr("Stays as written:")), 0, 0)
        for at, box in enumerate(self.facts.values()):
            box.setToolTip(self.tr("For all classes of this policy that get surrogates. Else it becomes the class, or"
                                   " another occupation or country."))  # fmt: skip
            box.setAccessibleDescription(self.tr("Stays as written:"))
            box.toggled.connect(self._change_facts)
            row.addWidget(box, at // _FACTS_IN_ROW, 1 + at % _FACTS_IN_ROW)
        row.setColumnStretch(1 + _FACTS_IN_ROW, 1)
        return self.kept

    def begin(self) -> None:
        """Have the person choose a way."""
        if self._classes:
            self.way.setFocus()
            self.way.showPopup()

    def show_classes(self, classes: list[str]) -> None:
        """Show what the policy says of these classes."""
        self._classes = classes
        tagset = self._work.tagset
        treatments = [self._work.policy.treatment(name, tagset) for name in classes]
        if len(classes) == 1:
            self.chosen.setText(f"{class_title(tagset, classes[0])}:")
        else:
            self.chosen.setText(self.tr("Chosen classes: {count}").format(count=len(classes)))
        ways = {one.way for one in treatments}
        one = treatments[0] if len(ways) == 1 else None
        options: tuple[QWidget, ...] = (
            self.way, self.to, self.numbered, self.length, self.band, self.high_age, self.inhabitants,
        )  # fmt: skip
        blocked = [QSignalBlocker(widget) for widget in options]
        self.way.setEnabled(bool(classes))
        self.way.setCurrentIndex(self.way.findData(one.way) if one is not None else -1)
        self._offer_generalising(classes)
        way = None if one is None else one.way
        choices = _common(self._kinds(classes)) if way is Way.GENERALISE else ()
        self.to.clear()
        for to in choices:
            self.to.addItem(words_for(to), to)
        if one is not None:
            self.to.setCurrentIndex(self.to.findData(one.to))
            self.numbered.setChecked(one.numbered)
            self.length.setValue(one.length)
            self.band.setValue(one.width)
            self.high_age.setValue(one.top)
            self.inhabitants.setValue(one.inhabitants)
        ages = one is not None and one.to in (Generalisation.AGE_BAND, Generalisation.AGE_TOP) and bool(choices)
        self.to.setVisible(len(choices) > 0)
        self.numbered.setVisible(way is Way.TAG)
        self.length.setVisible(way is Way.MASK)
        self.band.setVisible(ages and one is not None and one.to is Generalisation.AGE_BAND)
        self.high_age.setVisible(ages)
        self.inhabitants.setVisible(bool(choices) and one is not None and one.to is Generalisation.PROVINCE)
        self._show_facts(classes, way)
        self.explained.setText("" if one is None else way_explained(one.way, _tag(one, classes)))
        for blocker in blocked:
            blocker.unblock()

    def _show_facts(self, classes: Sequence[str], way: Way | None) -> None:
        there = {fact for kind in self._kinds(classes) if kind in set(Kind) for fact in FACTS_OF.get(Kind(kind), ())}
        for fact, box in self.facts.items():
            with QSignalBlocker(box):
                box.setChecked(fact in self._work.policy.facts)
            box.setVisible(fact in there)
        self.kept.setVisible(way is Way.SURROGATE and bool(there))

    def _change_facts(self) -> None:
        kept = frozenset(fact for fact, box in self.facts.items() if box.isChecked())
        self.changed.emit(replace(self._work.policy, facts=kept))

    def _kinds(self, classes: Sequence[str]) -> list[str]:
        tagset = self._work.tagset
        return [tagset[name].kind for name in classes]

    def _offer_generalising(self, classes: Sequence[str]) -> None:
        possible = any(kind in _LESS_EXACT for kind in self._kinds(classes))
        model = self.way.model()
        assert isinstance(model, QStandardItemModel)
        model.item(self.way.findData(Way.GENERALISE)).setEnabled(possible)

    def _change_way(self) -> None:
        # Qt keeps what is a text as a plain one.
        way, policy, tagset = Way(self.way.currentData()), self._work.policy, self._work.tagset
        for name in self._classes:
            before = policy.treatment(name, tagset)
            if before.way is way:
                continue
            treatment = Treatment(way)
            if way is Way.GENERALISE:
                choices = _LESS_EXACT.get(tagset[name].kind)
                if choices is None:
                    continue  # it cannot be said less exactly, and stays as it is
                treatment = Treatment(way, to=choices[0])
            policy = with_treatment(policy, name, treatment, tagset)
        self.changed.emit(policy)

    def _change_options(self) -> None:
        policy, tagset = self._work.policy, self._work.tagset
        chosen = self.to.currentData()
        to = None if chosen is None else Generalisation(chosen)
        for name in self._classes:
            policy = with_treatment(policy, name, self._with_options(policy.treatment(name, tagset), to), tagset)
        self.changed.emit(policy)

    def _with_options(self, before: Treatment, to: Generalisation | None) -> Treatment:
        match before.way:
            case Way.TAG:
                return replace(before, numbered=self.numbered.isChecked())
            case Way.MASK:
                return replace(before, length=self.length.value())
            case Way.GENERALISE:
                return replace(
                    before,
                    to=to if to is not None else before.to,
                    width=self.band.value(),
                    top=self.high_age.value(),
                    inhabitants=self.inhabitants.value(),
                )
        return before


def dates_are_moved(policy: Policy, work: ReleaseWork) -> bool:
    """Whether any class of dates gets surrogates, which are dates that were moved."""
    tagset = work.tagset
    return any(one.kind == "date" and policy.treatment(one.name, tagset).way is Way.SURROGATE for one in tagset)


def tells_same(policy: Policy, work: ReleaseWork) -> bool:
    """Whether any class gets what is the same for the same thing."""
    treatments = [policy.treatment(one.name, work.tagset) for one in work.tagset]
    return any(t.way in (Way.SURROGATE, Way.CODE) or (t.way is Way.TAG and t.numbered) for t in treatments)


def has_surrogates(policy: Policy, work: ReleaseWork) -> bool:
    """Whether any class is replaced by surrogates."""
    return any(policy.treatment(one.name, work.tagset).way is Way.SURROGATE for one in work.tagset)


def _tag(treatment: Treatment, classes: Sequence[str]) -> str:
    name = tag_name(classes[0])
    return f"[**{name} 1**]" if treatment.numbered else f"[**{name}**]"


def _common(kinds: Sequence[str]) -> tuple[Generalisation, ...]:
    """To what all of these kinds can be generalised; none where they differ."""
    choices = {_LESS_EXACT.get(kind, ()) for kind in kinds}
    return choices.pop() if len(choices) == 1 else ()


def _spin(least: int, most: int, name: str) -> QSpinBox:
    spin = QSpinBox()
    spin.setRange(least, most)
    spin.setAccessibleName(name)
    spin.setToolTip(name)
    spin.setKeyboardTracking(False)
    return spin
