"""How many keys it takes to bring reports to gold, with suggestions and without, in the real window.

    python tests/benchmarks/scripted_reviewer.py ../shared/corpora/meddocan/dev

A scripted reviewer who knows the gold of each report goes through reports drawn by a seed, by keys alone, on the
fastest path that an honest person could take who reads the text from its begin to its end: every suggestion is looked
at by itself and accepted, rejected, given its class or its ends; what was missed is marked where it is met, by a jump
to its letters; the same text elsewhere is decided alike where that is fewer keys and every place ticked is right; then
the report is signed off. With `--line` what is likely in a line is accepted by one key, where all of it is right and
nothing in the line before its end was missed; whatever is wrong there is decided first, by itself. Every key is one
press that QTest sends to the window.

Told are keys a report (median, mean, most) and keys a gold span, how many gold spans had to be marked by hand (what
somebody who looks at suggestions alone would miss), and how long a key takes until the window is idle.
Exits with 1 when a report's `.ann` is not gold in the end. The texts are copied into a folder that is removed.
"""

from __future__ import annotations

import hashlib
import os
import queue
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, fields
from functools import partial
from pathlib import Path

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

import click
from PySide6.QtCore import Qt, qInstallMessageHandler
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMessageBox

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from deid_studio import paths
from deid_studio.batch.preannotated import Preannotated
from deid_studio.batch.preannotation import Preannotator
from deid_studio.batch.results import pack, unpack
from deid_studio.formats.brat import parse_ann
from deid_studio.gui.application import make_application
from deid_studio.gui.control.controller import ReviewController
from deid_studio.gui.control.token_edges import Edge
from deid_studio.gui.features.alike.alike_dialog import AlikeDialog
from deid_studio.gui.shell.preferences import Preferences
from deid_studio.gui.text.hint_targets import further
from deid_studio.learning.corpus import read_corpus
from deid_studio.model.document import Document
from deid_studio.model.kinds import DIRECT_IDENTIFIERS
from deid_studio.model.mentions import Decision, Mention
from deid_studio.model.ontology import meaning_in
from deid_studio.model.span import Span
from deid_studio.model.tagset import load_tagset
from deid_studio.settings import Settings
from tests.gui.parts import Window

_TRAIN_ALONE = Path(__file__).resolve().parents[1] / "models" / "meddocan-train"
_PATIENCE = 600.0  # seconds
_NEAR = 80  # code points: how far from a span's begin a jump may lead
_EDGE_KEYS = {
    (Edge.END, 1, True): "Alt+Right",
    (Edge.END, -1, True): "Alt+Left",
    (Edge.START, 1, True): "Alt+Shift+Right",
    (Edge.START, -1, True): "Alt+Shift+Left",
    (Edge.END, 1, False): "Alt+Down",
    (Edge.END, -1, False): "Alt+Up",
    (Edge.START, 1, False): "Alt+Shift+Down",
    (Edge.START, -1, False): "Alt+Shift+Up",
}


@click.command()
@click.argument("gold", type=click.Path(path_type=Path, exists=True))
@click.option(
    "--model", default=_TRAIN_ALONE, help="A model that has not seen the reports.", type=click.Path(path_type=Path)
)
@click.option("--reports", default=50, show_default=True, help="How many reports are drawn.")
@click.option("--seed", default=1, show_default=True)
@click.option("--only", type=click.Choice(["with", "without"]), help="Only with, or only without suggestions.")
@click.option("--sweep", is_flag=True, help="Leave the second sweep before sign-off on; its offer costs a key.")
@click.option("--follow/--no-follow", default=True, show_default=True, help="Whether suggestions follow decisions.")
@click.option(
    "--folder/--no-folder", default=True, show_default=True, help="Whether they follow those of other reports."
)
@click.option("--least", default=0.0, show_default=True, help="The stop of sensitivity: below 0, doubts are shown too.")
@click.option("--line/--no-line", default=True, show_default=True, help="Whether a line is accepted with one key.")
@click.option("--kept", help="Folder in which suggestions are kept for the next run.", type=click.Path(path_type=Path))
def main(
    gold: Path,
    model: Path,
    reports: int,
    seed: int,
    only: str | None,
    sweep: bool,
    follow: bool,
    folder: bool,
    least: float,
    line: bool,
    kept: Path | None,
) -> None:
    """Count the keys."""
    calm = {"read_coverage": "off", "second_sweep": sweep, "follow_decisions": follow, "follow_folder": folder}
    if only is None:  # each in a process of its own, with a window that nothing came before
        given = [str(gold), "--model", str(model), "--reports", str(reports), "--seed", str(seed)]
        given += ["--least", str(least), *(["--sweep"] if sweep else []), *([] if follow else ["--no-follow"])]
        given += [*([] if folder else ["--no-folder"]), *([] if line else ["--no-line"])]
        script = [sys.executable, __file__, *given, *([] if kept is None else ["--kept", str(kept)])]
        sys.exit(max(subprocess.run([*script, "--only", one]).returncode for one in ("with", "without")))
    documents = read_corpus([gold])
    drawn = sorted(random.Random(seed).sample(documents, min(reports, len(documents))), key=lambda doc: doc.id)
    qInstallMessageHandler(lambda *_told: None)  # the platform without a screen says of each window what it lacks
    app = make_application(["scripted-reviewer"])
    wrong = 0
    suggesting = Preannotator if kept is None else partial(Kept, kept)
    for name, detector in (("with suggestions", suggesting), ("without suggestions", Silent)):
        if only == name.split()[0]:
            with tempfile.TemporaryDirectory() as place:
                wrong += _review(app, Path(place), drawn, model, name, detector, calm, least, line)
    sys.exit(1 if wrong else 0)


def _review(
    app: QApplication,
    folder: Path,
    documents: list[Document],
    model: Path,
    name: str,
    detector: Callable[..., object],
    calm: dict[str, object],
    least: float,
    line: bool,
) -> int:
    """Review the reports; returns how many were not gold in the end."""
    reports = folder / "reports"
    reports.mkdir()
    for doc in documents:
        (reports / f"{doc.id}.txt").write_bytes(doc.text.encode("utf-8"))
    preferences = Preferences(folder / "config" / "settings.toml")
    preferences.reviewer_asked = True
    known = {one.name for one in fields(Settings)}  # how long a text is looked at is not measured here
    preferences.change(reviewer="scripted", theme="light", **{key: calm[key] for key in calm if key in known})
    tagset = load_tagset(paths.resources() / "tagsets" / "meddocan.toml")
    controller = ReviewController(tagset, model, "scripted", make_preannotator=detector)  # type: ignore[arg-type]
    window = Window(controller, preferences)
    controller.setParent(window)
    window.resize(1280, 800)
    window.show()
    reviewer = Reviewer(app, window, {doc.id: doc for doc in documents}, line)
    window.open_folder(reports)
    reviewer.until(lambda: controller.folder is not None and controller.session is not None)
    reviewer.until(lambda: not controller.folder.preannotating)  # type: ignore[union-attr]
    controller.set_least(least)
    window.activateWindow()
    began = time.perf_counter()
    for _ in documents:
        reviewer.report()
    took = time.perf_counter() - began
    window.close()
    wrong = [doc.id for doc in documents if not _is_gold(reports, doc)]
    for one in wrong:
        print(f"not gold in the end: {one}", file=sys.stderr)
    reviewer.tell(name, took)
    window.deleteLater()
    app.processEvents()
    shutil.rmtree(reports)
    return len(wrong)


def _is_gold(folder: Path, doc: Document) -> bool:
    path = folder / f"{doc.id}.ann"
    spans = parse_ann(path.read_bytes(), doc.text, path).spans if path.exists() else ()
    return sorted(spans) == sorted(doc.spans)


class Silent:
    """A `Preannotator` that suggests nothing."""

    def __init__(
        self, model: Path, on_ready: Callable[[None], None], on_result: Callable[[Preannotated], None]
    ) -> None:
        self._on_ready, self._on_result = on_ready, on_result
        self._jobs: queue.Queue[tuple[str, Path] | None] = queue.Queue()
        self._thread = threading.Thread(target=self._work, daemon=True)

    def start(self) -> None:
        """Begin to answer."""
        self._thread.start()

    def know(self, patients: object) -> None:
        """Nothing is searched."""

    def turn_off(self, rules: object) -> None:
        """There are none."""

    def suggest_in(self, tagset: object) -> None:
        """Nothing is suggested."""

    def submit(self, reports: list[tuple[str, Path]]) -> None:
        """Answer for reports."""
        for one in reports:
            self._jobs.put(one)

    def urgent(self, name: str, path: Path) -> None:
        """Answer for a report."""
        self._jobs.put((name, path))

    def cancel(self) -> None:
        """All is answered at once."""

    def stop(self) -> None:
        """End."""
        self._jobs.put(None)
        self._thread.join()

    def _work(self) -> None:
        self._on_ready(None)
        while (one := self._jobs.get()) is not None:
            name, path = one
            self._on_result(self._suggested(name, hashlib.sha256(path.read_bytes()).hexdigest()))

    def _suggested(self, name: str, sha256: str) -> Preannotated:
        return Preannotated(name, (), sha256)


class Kept(Silent):
    """A `Preannotator` that suggests what was suggested in an earlier run, and else has it made and keeps it."""

    def __init__(
        self, kept: Path, model: Path, on_ready: Callable[[None], None], on_result: Callable[[Preannotated], None]
    ) -> None:
        super().__init__(model, on_ready, on_result)
        self._kept = kept / hashlib.sha256(str(model.resolve()).encode()).hexdigest()[:12]
        self._kept.mkdir(parents=True, exist_ok=True)
        self._made: queue.Queue[Preannotated] = queue.Queue()
        self._make = Preannotator(model, lambda _error: None, self._made.put)
        self._making = False

    def submit(self, reports: list[tuple[str, Path]]) -> None:
        """Answer for reports."""
        for name, path in reports:
            sha256 = hashlib.sha256(path.read_bytes()).hexdigest()
            if not self._places(sha256)[0].exists():
                if not self._making:
                    self._making = True
                    self._make.start()
                self._make.submit([(name, path)])
        super().submit(reports)

    def stop(self) -> None:
        """End."""
        super().stop()
        self._make.stop()

    def _suggested(self, name: str, sha256: str) -> Preannotated:
        places = self._places(sha256)
        while not places[0].exists():
            result = self._made.get()
            if result.error is not None:
                return result
            suggestions, doubts = self._places(result.text_sha256)
            doubts.write_bytes(pack(result.doubts))
            suggestions.write_bytes(pack(result.suggestions))
        found, possible = (unpack(place.read_bytes()) for place in places)
        return Preannotated(name, found, sha256, doubts=possible)

    def _places(self, sha256: str) -> tuple[Path, Path]:
        return self._kept / f"{sha256}.suggestions", self._kept / f"{sha256}.doubts"


@dataclass
class Reviewer:
    """Presses keys, one by one, and counts them by what they were for."""

    app: QApplication
    window: Window
    gold: dict[str, Document]
    line: bool
    pressed: int = 0
    a_report: list[int] = field(default_factory=list)
    spans: int = 0
    by_hand: list[Span] = field(default_factory=list)
    reasons: Counter[str] = field(default_factory=Counter)
    times: list[float] = field(default_factory=list)
    not_alike: set[str] = field(default_factory=set)  # texts whose places were not all right

    # --- keys ------------------------------------------------------------------------------------------------

    def press(self, key: str, reason: str, shift: bool = False) -> None:
        """Press one key where the focus is, and wait until the window is idle."""
        combination = QKeySequence(key)[0]
        modifiers = combination.keyboardModifiers()
        if shift:
            modifiers |= Qt.KeyboardModifier.ShiftModifier
        target = QApplication.activeModalWidget() or self.window
        began = time.perf_counter()
        QTest.keyClick(target.focusWidget() or self.window.view, combination.key(), modifiers)
        self.app.processEvents()
        self.times.append(time.perf_counter() - began)
        settling = self.window.controller.settling
        while settling.isActive():  # nobody is so quick with the next key
            self.app.processEvents()
            time.sleep(0.001)
        self.pressed += 1
        self.reasons[reason] += 1

    def until(self, holds: Callable[[], object]) -> None:
        """Run the event loop until something holds."""
        began = time.perf_counter()
        while not holds():
            if time.perf_counter() - began > _PATIENCE:
                boxes = [box.text() for box in self.window.findChildren(QMessageBox) if box.isVisible()]
                doing = [topic for topic in ("report", "alike", "sweep") if self.window.controller.jobs.running(topic)]
                raise SystemExit(f"gave up waiting in report {len(self.a_report) + 1}; open {boxes}, at work {doing}")
            self.app.processEvents()
            time.sleep(0.001)

    # --- a report --------------------------------------------------------------------------------------------

    def report(self) -> None:
        """Review the report on the screen and sign it off."""
        controller = self.window.controller
        session = controller.session
        assert session is not None
        doc = self.gold[session.name]
        self.spans += len(doc.spans)
        self.not_alike = set()
        while True:
            mention = controller.mention
            pending = controller.shown_pending
            here = mention if mention is not None and mention in pending else None
            missed = next((span for span in self._missed(doc) if here is None or span.end <= here.span.start), None)
            if (missed is None or here is None) and self._line(doc):
                continue
            if missed is not None:
                self._alike(doc, self._mark(missed))
            elif here is not None:
                self._decide(doc, here)
            elif pending:
                self.press(".", "go on")
            else:
                break
        self.window.activateWindow()  # a desktop does that when a dialog closes
        self.app.processEvents()
        self.press("Ctrl+Return", "sign off")
        folder = controller.folder
        assert folder is not None
        if self.window.preferences.settings.second_sweep:
            signed = lambda: controller.session is not session or session.signed  # noqa: E731
            self.until(lambda: self.window.checking.offering or signed())
            if not signed():
                self.press("Ctrl+Return", "sweep refused")
        self.until(lambda: session.signed)
        last = folder.next_unsigned(session.name) is None
        self.until(lambda: last or (controller.session is not None and controller.session is not session))
        self.app.processEvents()
        self.a_report.append(self.pressed)
        self.pressed = 0

    def _missed(self, doc: Document) -> Iterator[Span]:
        """Gold spans that nothing on the desk touches, in text order."""
        kept = [m.span for m in self.window.controller.desk if self._counts(m)]
        return (span for span in sorted(doc.spans) if not any(span.overlaps(one) for one in kept))

    def _counts(self, mention: Mention) -> bool:
        if mention.decision is Decision.PENDING:
            return mention in self.window.controller.shown_pending
        return mention.decision is Decision.ACCEPTED

    def _line(self, doc: Document) -> bool:
        """Accept what the key for a line would, where it is right and saves keys; False when nothing was done."""
        controller = self.window.controller
        mention, passage = controller.mention, controller.passage
        if not self.line or mention is None or passage is None:
            return False
        together = controller.together_in(passage)
        decided = mention.decision is not Decision.PENDING  # then a key would lead on
        saved = len(together) - (not decided)
        if saved <= 0 or saved < self._saved_alike(doc, mention) or {m.span for m in together} - set(doc.spans):
            return False
        last = together[-1].span.end
        first = min(passage.start, mention.span.start)
        missed = next((one for one in self._missed(doc) if first < one.end and one.start < last), None)
        if missed is not None:
            self._alike(doc, self._mark(missed))
        else:
            self.press("Shift+Return", "accept a line")
        return True

    def _decide(self, doc: Document, mention: Mention) -> None:
        """Decide on the current, pending mention."""
        span = mention.span
        touched = [one for one in doc.spans if one.overlaps(span)]
        exact = next((one for one in touched if (one.start, one.end) == (span.start, span.end)), None)
        if exact is not None and exact.phi_class == span.phi_class:
            if not self._alike(doc, mention):
                self.press("Return", "accept")
        elif exact is not None:
            self.press(self._class_key(exact.phi_class), "class")
            self._go_on(doc)
        else:
            steps = {one: self._steps(span, one) for one in touched if not self._in_the_way(one, mention)}
            cost = lambda one: len(steps[one]) + (one.phi_class != span.phi_class)  # noqa: E731
            nearest = min(steps, key=cost, default=None)
            if nearest is None or len(steps[nearest]) > 4:  # a jump and a class are no more
                self.press("Backspace", "reject")
                return
            for key in steps[nearest]:
                self.press(key, "ends")
            if nearest.phi_class != span.phi_class:
                self.press(self._class_key(nearest.phi_class), "class")
            self._go_on(doc)

    def _go_on(self, doc: Document) -> None:
        controller = self.window.controller
        pending = controller.shown_pending
        if pending and controller.mention not in pending and not self._line(doc):
            self.press("Return", "go on")

    def _in_the_way(self, wanted: Span, mention: Mention) -> bool:
        others = (m for m in self.window.controller.desk if m.id != mention.id and self._counts(m))
        return any(m.span.overlaps(wanted) for m in others)

    def _class_key(self, name: str) -> str:
        return self.window.keys.table.of(f"class/{name}")[0]

    # --- ends ------------------------------------------------------------------------------------------------

    def _steps(self, span: Span, wanted: Span) -> list[str]:
        """The keys that move a span's ends to where they should be, by words and then by characters."""
        end, end_keys = self._edge_steps(span, Edge.END, wanted.end)
        start, start_keys = self._edge_steps(Span(span.start, end, span.phi_class), Edge.START, wanted.start)
        if (start, end) == (wanted.start, wanted.end):
            return end_keys + start_keys
        return [""] * 99

    def _edge_steps(self, span: Span, edge: Edge, wanted: int) -> tuple[int, list[str]]:
        place = span.end if edge is Edge.END else span.start
        best: list[str] | None = None
        for by_token in range(12):
            keys = self._token_keys(span, edge, wanted, by_token)
            if keys is None:
                break
            place = keys[0]
            rest = abs(wanted - place)
            one = _EDGE_KEYS[edge, 1 if wanted > place else -1, False]
            if best is None or len(keys[1]) + rest < len(best):
                best = [*keys[1], *[one] * rest]
        return (wanted, best) if best is not None else (place, [])

    def _token_keys(self, span: Span, edge: Edge, wanted: int, count: int) -> tuple[int, list[str]] | None:
        """Where an edge is after `count` words towards `wanted`, and the keys."""
        edges = self.window.controller.edges
        direction = 1 if wanted > (span.end if edge is Edge.END else span.start) else -1
        for _ in range(count):
            moved = edges.moved(span, edge, direction, True)
            if moved is None:
                return None
            span = Span(*moved, span.phi_class)
        place = span.end if edge is Edge.END else span.start
        return place, [_EDGE_KEYS[edge, direction, True]] * count

    # --- what was missed -------------------------------------------------------------------------------------

    def _mark(self, wanted: Span) -> Mention:
        """Jump to an unmarked span, select it and mark it."""
        self.by_hand.append(wanted)
        window, view = self.window, self.window.view
        self.press("'", "jump")
        for _ in range(200):
            best = self._best_jump(wanted)
            if best is not None:
                break
            first, last = view.sight.stretch()
            self.press("PgDown" if wanted.start >= (first + last) / 2 else "PgUp", "scroll")
        else:
            state = f"letters {window.hint_mode.active}, focus {type(QApplication.focusWidget()).__name__}"
            raise SystemExit(f"no jump leads to {wanted}; {state}")
        keys, shifted, steps = best
        is_marked = bool(window.hint_mode.hints[keys].phi_class) and not shifted
        for at, letter in enumerate(keys):
            self.press(letter.upper(), "jump", shift=at < shifted)
        if not is_marked:
            for key in steps:
                self.press(key, "ends of what was missed")
            assert view.selection.range() == (wanted.start, wanted.end), (view.selection.range(), wanted)
            self.press(self._class_key(wanted.phi_class), "mark")
        desk = window.controller.desk
        marked = next(m for m in desk if m.decision is Decision.ACCEPTED and m.span.overlaps(wanted))
        if (marked.span.start, marked.span.end) != (wanted.start, wanted.end):  # or a sign at its end was left out
            self._back_to(marked)
            for key in self._steps(marked.span, wanted):
                self.press(key, "ends of what was missed")
        if marked.span.phi_class != wanted.phi_class:
            self.press(self._class_key(wanted.phi_class), "class of what was missed")
        return next(m for m in window.controller.desk if m.span == wanted)

    def _back_to(self, mention: Mention) -> None:
        """Go back to what was marked last, from the suggestion that follows it."""
        while self.window.controller.current != mention.id:
            self.press("Ctrl+Up", "back to what was marked")

    def _best_jump(self, wanted: Span) -> tuple[str, int, list[str]] | None:
        """The letters, how many of them with Shift, and the keys that then move the ends; the fewest."""
        words = self.window.controller.edges.words
        found: list[tuple[int, str, int, list[str]]] = []
        for keys, target in self.window.hint_mode.hints.items():
            if abs(target.start - wanted.start) > _NEAR:
                continue
            end = target.end
            for shifted in range(len(keys) + 1):
                if shifted:
                    end = further(words, end)
                if end > wanted.start and target.start < wanted.end:
                    steps = self._steps(Span(target.start, end, wanted.phi_class), wanted)
                    is_given = not shifted and target.phi_class == wanted.phi_class
                    found.append((len(keys) + len(steps) + (not is_given), keys, shifted, steps))
        if not found:
            return None
        cost, keys, shifted, steps = min(found, key=lambda one: one[:3])
        return (keys, shifted, steps) if cost < 99 else None

    # --- the same elsewhere ----------------------------------------------------------------------------------

    def _alike(self, doc: Document, mention: Mention) -> bool:
        """Decide the same text alike elsewhere, where that is fewer keys; False when nothing was decided."""
        controller = self.window.controller
        text = mention.span.text(doc.text)
        if self._saved_alike(doc, mention) <= (controller.current != mention.id):
            return False
        self._back_to(mention)
        self.press("=", "alike")
        self.until(lambda: not controller.jobs.running("alike"))
        dialog = QApplication.activeModalWidget()
        if not isinstance(dialog, AlikeDialog):  # it stands nowhere else, and was accepted
            return mention.decision is Decision.PENDING
        spans = set(doc.spans)
        right = all(hit.span in spans for report in dialog.chosen(False) for hit in report.hits)
        if not right:
            self.not_alike.add(text)
        self.press("Return" if right else "Esc", "alike")
        self.until(lambda: QApplication.activeModalWidget() is None)
        self.window.activateWindow()  # a desktop does that
        self.app.processEvents()
        return right

    def _saved_alike(self, doc: Document, mention: Mention) -> int:
        """How many keys it saves to decide the same text alike; at most 0 where it was not right before."""
        text = mention.span.text(doc.text)
        if text in self.not_alike:
            return 0
        open_ = [
            m for m in self.window.controller.shown_pending if m.span.text(doc.text) == text and m.id != mention.id
        ]
        missed = [span for span in self._missed(doc) if span.text(doc.text) == text]
        # An accept each, and three keys at least for what is not suggested; two keys for all of them.
        return (mention.decision is Decision.PENDING) + len(open_) + 3 * len(missed) - 2

    # --- figures ---------------------------------------------------------------------------------------------

    def _direct(self) -> int:
        tagset = self.window.controller.tagset
        return sum(meaning_in(tagset, span.phi_class).kind in DIRECT_IDENTIFIERS for span in self.by_hand)

    def tell(self, name: str, took: float) -> None:
        """Print the figures."""
        keys = self.a_report
        print(
            f"{name}: {len(keys)} reports, {self.spans} gold spans; keys a report: median {statistics.median(keys):g},"
            f" mean {statistics.mean(keys):.1f}, most {max(keys)}; keys a gold span {sum(keys) / self.spans:.2f};"
            f" marked by hand {len(self.by_hand)}, of direct identifiers {self._direct()};"
            f" a key until the window is idle: median {statistics.median(self.times) * 1000:.0f} ms, slowest"
            f" {max(self.times) * 1000:.0f} ms; {took:.0f} s in all"
        )
        print("  keys by what they are for: " + ", ".join(f"{what} {n}" for what, n in self.reasons.most_common()))


if __name__ == "__main__":
    main()
