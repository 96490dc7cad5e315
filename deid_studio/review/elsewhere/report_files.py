"""ReportFiles: an open report and the `.ann` beside it, as this program last read or wrote them."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from deid_studio.errors import BratSpanNeededError, ChangedOnDiskError
from deid_studio.formats.brat import AnnFile
from deid_studio.formats.text import Report, read_bytes_if_any, read_report
from deid_studio.model.mentions import Desk, Mention, Origin, desk_of
from deid_studio.model.span import Suggestion
from deid_studio.review.elsewhere.ann_beside import AnnBeside, sha256, sha_of
from deid_studio.review.elsewhere.ann_of_desk import AnnOfDesk
from deid_studio.review.elsewhere.text_change import NewText, TextChange


@dataclass(frozen=True, slots=True)
class OnDisk:
    """What another program did to the files of an open report since they were read."""

    text_changed: bool
    ann_changed: bool

    def __bool__(self) -> bool:
        return self.text_changed or self.ann_changed


class ReportFiles:
    """The report, the lines of its `.ann`, and the desk that these are of (`base`).

    What is decided since is put into the lines for whatever is asked of a desk.
    """

    def __init__(self, report: Report, limit_mb: float) -> None:
        self.report = report
        self.text_sha256 = report.sha256  # of the file as it is reviewed here
        self.base = Desk()
        self.beside = AnnBeside(report.path, limit_mb)
        self._limit_mb = limit_mb
        self._last: AnnOfDesk | None = None

    @property
    def text(self) -> str:
        """The report's text."""
        return self.report.document.text

    @property
    def ann(self) -> AnnOfDesk:
        """The `.ann` that a desk stands for."""
        last = self._last
        if last is None or last.lines is not self.beside.lines or last.base is not self.base:
            last = self._last = AnnOfDesk(self.beside.lines, self.base, self.text)
        return last

    def open(self, ann_raw: bytes | None) -> None:
        """Read the `.ann` of a report on which nobody decided anything."""
        self.beside.take(self.beside.parsed(ann_raw, self.text), sha_of(ann_raw))
        self.suggest(())

    def suggest(self, suggestions: Iterable[Suggestion]) -> None:
        """Put suggestions beside the spans of the `.ann`, before anybody decides anything."""
        lines = self.beside.lines
        self.base = desk_of(lines.spans, suggestions)
        for mention in self.base:
            note = lines.notes_by_span.get(mention.span, "")
            if note and mention.origin is Origin.FILE:
                self.base = self.base.with_mention(replace(mention, note=note))

    def resume(self, ann_raw: bytes | None, begin: Mapping[str, Any], ann_sha256: str | None) -> None:
        """Read the `.ann` of a report with decisions, which began with a `BEGIN` event.

        `ann_sha256` is that of the `.ann` as it was read or written then.
        """
        other_text = begin["text_sha256"] != self.text_sha256
        if other_text:
            # The decisions were made on another text: show that one until the person chooses.
            self.text_sha256 = begin["text_sha256"]
            self.report = replace(self.report, document=replace(self.report.document, text=begin["text"]))
        moved = "ann" in begin and begin["ann_sha256"] == ann_sha256 == sha_of(ann_raw)
        if moved:
            ann = self.beside.parsed(begin["ann"].encode(), self.text)
        elif other_text:
            # Annotations of another text: the desk replaces them at the next save that the person allows.
            ann = self.beside.parsed_if_fitting(ann_raw, self.text) or AnnFile(path=self.beside.path)
        else:
            ann = self.beside.parsed(ann_raw, self.text)
        self.beside.take(ann, ann_sha256, moved)

    def on_disk(self, behind: Desk | None) -> OnDisk:
        """What another program changed; `behind` is the desk, where the `.ann` does not hold it yet.

        An `.ann` that is what this program would write is its own: it was stopped before it noted that it did.
        """
        raw = read_bytes_if_any(self.report.path, self._limit_mb)
        text = "" if raw is None else sha256(raw)
        ann = self.beside.on_disk()
        ann_changed = sha_of(ann) != self.beside.sha256 and not self._is_of(ann, behind)
        return OnDisk(text != self.text_sha256, ann_changed)

    def _is_of(self, ann: bytes | None, desk: Desk | None) -> bool:
        with contextlib.suppress(BratSpanNeededError):
            return ann is not None and desk is not None and self.ann.of(desk).to_bytes() == ann
        return False

    def write(self, desk: Desk, behind: bool, even_empty: bool) -> bool:
        """Write a desk's decided spans to the `.ann`; returns whether its bytes changed. Raises what `save` does."""
        changed = self.on_disk(desk if behind else None)
        if changed:
            raise ChangedOnDiskError(path=self.report.path if changed.text_changed else self.beside.path)
        wrote = self.beside.write(self.ann.of(desk), even_empty)
        self.base = desk
        self.ann.statements(desk)  # read now, not at the next key
        return wrote

    def new_text(self, desk: Desk) -> NewText:
        """The report as another program changed it, and where this desk went; raises the errors of `read_report`."""
        report = read_report(self.report.path, self.report.document.id, self._limit_mb)
        change = TextChange(self.text, report.document.text)
        change.carried(desk)  # what takes time is done here, and kept
        return NewText(report, change)

    def carried(
        self, new: NewText, desk: Desk, ann_raw: bytes | None
    ) -> tuple[ReportFiles, tuple[Mention, ...], tuple[str, ...]]:
        """The files as another program changed them, with decisions and lines where their text stands now.

        `ann_raw` is the `.ann` on disk. With them come the mentions without a place there, and what other lines spoke
        of those.
        """
        lines = self.beside.lines
        with contextlib.suppress(BratSpanNeededError):
            lines = self.ann.of(desk)
        ann, lost_lines = self.beside.for_new_text(lines, ann_raw, self.text, new)
        files = ReportFiles(new.report, self._limit_mb)
        files.beside.take(ann, sha_of(ann_raw), (ann_raw or b"") != ann.to_bytes())
        files.base, lost = new.change.carried(desk)
        return files, lost, lost_lines
