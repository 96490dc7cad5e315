"""AnnOfDesk: the `.ann` that a desk stands for, from the lines as they were read or written last."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from deid_studio.formats.brat import AnnFile
from deid_studio.formats.brat_lines import writable
from deid_studio.formats.report_text import ReportText
from deid_studio.model.mentions import Decision, Desk
from deid_studio.model.statements import Change, Statement, Statements, standing


class AnnOfDesk:
    """The lines, and the desk that they were of (`base`): what was decided since is put into them."""

    def __init__(self, lines: AnnFile, base: Desk, text: str) -> None:
        self.lines, self.base, self._text = lines, base, text
        self._last: tuple[Mapping[Statement, bool], Statements] | None = None

    def statements(self, desk: Desk) -> Statements:
        """What holds of the mentions of a desk."""
        if self._last is None or self._last[0] is not desk.said:
            self._last = desk.said, Statements(standing(self._read, desk.said))
        return self._last[1]

    def towards(self, theirs: AnnFile, desk: Desk) -> Change:
        """What changes as another program's lines are taken, which have the spans of this desk."""
        mine = dict.fromkeys(self.statements(desk))
        other = dict.fromkeys(theirs.statements(self._names(theirs, desk)))
        return Change(tuple(one for one in mine if one not in other), tuple(one for one in other if one not in mine))

    def of(self, desk: Desk, pending: bool = False) -> AnnFile:
        """The lines that hold what was decided; with `pending`, the suggestions that nobody has decided as well.

        Raises what `AnnFile.with_spans` and `with_statements` do.
        """
        lines, coming = self.lines.restated(desk.said, self._mentions) if desk.said else (self.lines, ())
        ids = {
            mention.span: lines.ids[before.span][0]
            for mention in desk
            if (before := self.base.get(mention.id)) is not None
            and before.span != mention.span
            and before.span in lines.ids
        }
        notes = {
            m.span: m.note
            for m in desk
            if m.decision is Decision.ACCEPTED and (m.note or ((was := self.base.get(m.id)) is not None and was.note))
        }
        lines = lines.with_spans(desk.decided_spans, self._text, notes=notes, ids=ids)
        if coming:
            names = self._names(lines, desk)
            lines = lines.with_statements(coming, {mention_id: id for id, mention_id in reversed(names.items())})
        if pending:
            lines = lines.with_spans(sorted({*desk.decided_spans, *(m.span for m in desk.pending)}), self._text)
        return lines

    @cached_property
    def _read(self) -> tuple[Statement, ...]:
        return self.lines.statements(self._mentions) if any(line.targets for line in self.lines.lines) else ()

    @cached_property
    def _mentions(self) -> Mapping[str, int]:
        return self._names(self.lines, self.base)

    def _names(self, lines: AnnFile, desk: Desk) -> dict[str, int]:
        """The mention that the id of each span stands for."""
        report = ReportText(self._text)
        names: dict[str, int] = {}
        for mention in desk:
            if mention.decision is Decision.ACCEPTED:
                span = mention.span if mention.span in lines.ids else writable(mention.span, report)
                for id in lines.ids.get(span, ()):
                    names.setdefault(id, mention.id)
        return names
