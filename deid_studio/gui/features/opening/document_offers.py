"""DocumentOffers: offers to convert a folder's documents, converts them, and tells what could not be read of each."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QObject

from deid_studio.errors import DeidError, OnlyDocumentsError
from deid_studio.formats.conversion.converted import sentences
from deid_studio.formats.conversion.documents import text_path
from deid_studio.formats.folder import report_id
from deid_studio.gui.control.jobs import Scope
from deid_studio.gui.features.opening.documents import (
    ConversionRequest,
    ConversionResult,
    FolderDocuments,
    convert_documents,
    find_documents,
)
from deid_studio.gui.shell.messages import Action, Kind
from deid_studio.gui.words.wording import Counts, language, what_happened, what_to_do
from deid_studio.gui.workbench import Workbench

_NAMED = 3
_SEARCH, _CONVERSION = "documents", "conversion"  # topics of jobs


class DocumentOffers(QObject):
    """Nothing is written before the person presses a button: looking at a folder changes nothing in it."""

    def __init__(self, workbench: Workbench) -> None:
        super().__init__(workbench.window)
        self._workbench = workbench
        self._messages = workbench.messages
        self._controller = workbench.controller
        self._folder: Path | None = None
        self._found = FolderDocuments()
        self._wanted: frozenset[Path] = frozenset()
        self._refused: set[Path] = set()  # what could not be converted is not offered again
        # When it is stopped, what was written until then is shown.
        workbench.long_work.show_topic(_CONVERSION, self.tr("Converting documents"), lambda: self._show(()))
        controller = workbench.controller
        controller.folder_opened.connect(self._folder_opened)
        controller.folder_failed.connect(self._folder_failed)
        controller.report_opened.connect(self._tell_of_report)
        controller.report_failed.connect(lambda: self._messages.clear("document"))

    def want(self, documents: Sequence[Path]) -> None:
        """Offer these documents first, in the folder that is opened next."""
        self._wanted = frozenset(documents)

    # --- looking ---------------------------------------------------------------------------------------------

    def _folder_opened(self) -> None:
        if self._controller.folder is not None:
            self._look(self._controller.folder.project.folder)

    def _folder_failed(self, error: DeidError) -> None:
        if isinstance(error, OnlyDocumentsError):
            self._look(Path(str(error.params["path"])))

    def _look(self, folder: Path) -> None:
        if folder != self._folder:
            self._controller.jobs.cancel(_CONVERSION)
            for topic in ("documents", "changed_documents", "converted", "document"):
                self._messages.clear(topic)
            self._refused.clear()
            self._found = FolderDocuments()
        self._folder = folder
        self._controller.jobs.run(
            _SEARCH,
            find_documents,
            folder,
            done=self._offer,
            failed=self._controller.failed.emit,
            scope=Scope.WINDOW,
        )

    def _offer(self, found: FolderDocuments) -> None:
        self._found = found
        if self._controller.jobs.running(_CONVERSION):
            return
        self._tell_of_report()
        for topic in ("documents", "changed_documents"):
            self._messages.clear(topic)
        fresh = [path for path in found.fresh if path not in self._refused]
        wanted = [path for path in fresh if path in self._wanted]
        if fresh:
            offered = wanted or fresh
            actions: list[Action] = [(self.tr("Convert"), lambda: self.convert(offered))]
            if len(fresh) > len(offered):
                every = self.tr("Convert all ({count})").format(count=len(fresh))
                actions.append((every, lambda: self.convert(fresh)))
            text = self.tr("Documents that have no text to review yet ({count}): {names}.")
            detail = self.tr("Converting writes their text beside them; the documents stay as they are.")
            self._tell("documents", text, offered, detail, Kind.INFO, actions)
            banner = self._messages.shown("documents")
            if banner is not None and not self._workbench.page.shows_report:
                banner.buttons[0].setFocus()  # nothing else is to be done here
        changed = [path for path in found.changed if path not in self._refused]
        if changed:
            text = self.tr("Documents that changed since their text was made ({count}): {names}.")
            detail = self.tr("The reports still show the text of before.")
            anew: Action = (self.tr("Convert again"), lambda: self.convert(changed))
            self._tell("changed_documents", text, changed, detail, Kind.WARNING, [anew])

    def _tell(
        self, topic: str, text: str, paths: Sequence[Path], detail: str, kind: Kind, actions: Sequence[Action]
    ) -> None:
        names = [path.name for path in paths[:_NAMED]]
        if len(paths) > _NAMED:
            names.append(Counts().more(len(paths) - _NAMED))
        told = text.format(count=len(paths), names=", ".join(names))
        self._messages.tell(topic, told, detail, kind=kind, actions=actions)

    def _tell_of_report(self) -> None:
        self._messages.clear("document")
        session = self._controller.session
        told = self._found.told.get(session.name, ()) if session is not None else ()
        if told:
            unread = any(not taken.part.is_read for taken in told)
            self._messages.tell(
                "document", " ".join(sentences(told, language())), kind=Kind.WARNING if unread else Kind.INFO
            )

    # --- converting ------------------------------------------------------------------------------------------

    def convert(self, documents: Sequence[Path]) -> None:
        """Write the texts of these documents beside them, and open the folder anew."""
        folder, opened = self._folder, self._controller.folder
        if folder is None or (opened is not None and self._workbench.refuses()):
            return
        reviewed: frozenset[str] = frozenset()
        if opened is not None and opened.project.folder == folder:
            reviewed = frozenset(name for name, summary in opened.project.summaries().items() if summary.decided)
        for topic in ("documents", "changed_documents", "converted"):
            self._messages.clear(topic)
        self._controller.jobs.run(
            _CONVERSION,
            convert_documents,
            ConversionRequest(folder, tuple(documents), reviewed, self._controller.limit_mb),
            done=self._converted,
            failed=self._failed,
            scope=Scope.WINDOW,
            lasting=True,
        )

    def _failed(self, error: DeidError) -> None:
        self._messages.clear("documents")
        self._controller.failed.emit(error)

    def _converted(self, result: ConversionResult) -> None:
        self._refused |= {Path(str(error.params["path"])) for error in result.failed}
        self._refused |= {path for path in self._found.changed for error in result.failed if _is_of(error, path)}
        if result.failed:
            text = self.tr("Documents that could not be converted: {count}.").format(count=len(result.failed))
            more = [Counts().more(len(result.failed) - _NAMED)] if len(result.failed) > _NAMED else []
            lines = [f"• {what_happened(error)} {what_to_do(error)}" for error in result.failed[:_NAMED]]
            self._messages.tell("converted", text, "\n" + "\n".join([*lines, *more]), kind=Kind.WARNING)
        if result.done:
            self._show(result.done)
        elif self._folder is not None:
            self._messages.clear("documents")
            self._look(self._folder)

    def _show(self, done: Sequence[Path]) -> None:
        """Open the folder with its new texts: at the report that is on the screen, else at the first one converted."""
        self._messages.clear("documents")
        folder, opened = self._folder, self._controller.folder
        if folder is None:
            return
        here = opened is not None and opened.project.folder == folder
        first = next((path for path in done if path in self._wanted), None if here else next(iter(done), None))
        self._wanted = frozenset()
        name = self._controller.shown if first is None else report_id(text_path(first), folder)
        self._workbench.controller.open_folder(folder, name)


def _is_of(error: DeidError, document: Path) -> bool:
    return Path(str(error.params["path"])) == text_path(document)
