"""Check words: what is said of a finding: what is asked, why, and in a few words in the list."""

from __future__ import annotations

import re

from PySide6.QtCore import QObject

from deid_studio.gui.features.final_check.remaining import Asking
from deid_studio.gui.words.evidence_wording import evidence_sentence
from deid_studio.gui.words.wording import class_title, few_words, percent
from deid_studio.model.tagset import TagSet
from deid_studio.review.checking.finding import CHECK, CONTRADICTIONS, Finding, Sort

_LONGEST = 60


class CheckWords(QObject):
    """An object, since Qt fills in `%n` only in its `tr`."""

    def sort(self, sort: Sort | None) -> str:
        """What findings of a sort are, for a list of sorts; without any, all of them."""
        return {
            None: self.tr("Everything left to look at"),
            Sort.ELSEWHERE: self.tr("Accepted elsewhere, unmarked here"),
            Sort.DOUBT: self.tr("Possibly PHI, not suggested"),
            Sort.REJECTED: self.tr("Rejected, although likely"),
            Sort.HIDDEN: self.tr("Suggestions that are not shown"),
            Sort.UNREAD: self.tr("Passages not read"),
            Sort.ROLES: self.tr("One name in two roles"),
            Sort.STAY: self.tr("Dates far outside the stay"),
            Sort.AGE: self.tr("Ages against the date of birth"),
        }[sort]

    def asking(self, kind: Asking, count: int) -> str:
        """How so many findings are asked about, as a heading."""
        return {
            Asking.ALONE: self.tr("Asked one by one ({count})"),
            Asking.TOGETHER: self.tr("Asked together, in one question ({count})"),
            Asking.NOT: self.tr("Not asked about ({count})"),
            Asking.ANSWERED: self.tr("Not PHI, as you said of all of them ({count})"),
        }[kind].format(count=count)

    def row(self, finding: Finding, text: str, tagset: TagSet) -> str:
        """A finding in a row of the list."""
        if finding.sort is Sort.UNREAD:
            passage = re.sub(" {2,}", " ", finding.span.text(text))  # columns would fill the row
            return self.tr("Not read: {text}").format(text=few_words(passage, _LONGEST))
        shown = few_words(finding.span.text(text), _LONGEST)
        if finding.asks_class or finding.span.phi_class not in tagset:
            return self.tr("«{text}»: which class?").format(text=shown)
        return self.tr("«{text}»: {title}?").format(text=shown, title=class_title(tagset, finding.span.phi_class))

    def why(self, finding: Finding) -> str:
        """Why a finding is one, in clauses."""
        facts = finding.suggestion.evidence
        why = [
            self._of_check(finding, fact.detail) if fact.kind == CHECK else evidence_sentence(fact) for fact in facts
        ]
        if finding.sort is Sort.REJECTED:
            likely = percent(finding.suggestion.confidence)
            why.insert(0, self.tr("it was rejected, although it was likely ({percent})").format(percent=likely))
        if finding.sort is Sort.HIDDEN:
            likely = percent(finding.suggestion.confidence)
            why.insert(0, self.tr("nobody has decided on it, since it is not shown ({percent})").format(percent=likely))
        if finding.others:
            why.append(self.tr("it stands in %n more places", "", len(finding.others)))
        return "; ".join(dict.fromkeys(why))

    def answers(self, finding: Finding | None) -> tuple[str, str]:
        """What the key that accepts says of a finding, and the one that rejects; of none, of all less likely ones."""
        together, unread, open_class, contradiction, place = self.all_answers()
        if finding is None:
            return together
        if finding.sort is Sort.UNREAD:
            return unread
        if finding.asks_class:
            return open_class
        return contradiction if finding.sort in CONTRADICTIONS else place

    def all_answers(self) -> list[tuple[str, str]]:
        """All that they ever say: of less likely ones together, of what was not read, of what has no class, of a
        contradiction, and of a place."""
        return [
            (self.tr("One by one"), self.tr("None of them is")),
            (self.tr("Go on"), ""),
            (self.tr("Another class"), self.tr("It is right")),
            (self.tr("Take this class"), self.tr("It is right")),
            (self.tr("PHI"), self.tr("Not PHI")),
        ]

    def _of_check(self, finding: Finding, line: str) -> str:
        return {
            Sort.UNREAD: self.tr("it was not on the screen long enough to be read"),
            Sort.ROLES: self.tr("the same name has this class in line {line}").format(line=line),
            Sort.STAY: self.tr("the date is far outside of the stay that the report tells of"),
            Sort.AGE: self.tr("the age does not fit the date of birth"),
        }.get(finding.sort, "")
