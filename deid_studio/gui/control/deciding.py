"""Deciding: every verb by which a person decides on the report on the screen, and what is told of what it did."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Sequence
from statistics import mean

from PySide6.QtCore import QObject, Qt

from deid_studio.detection.tokens import tokenizer
from deid_studio.errors import DeidError, EditError
from deid_studio.gui.control.earning import Earning
from deid_studio.gui.control.navigation import changed_mentions
from deid_studio.gui.control.on_screen import OnScreen
from deid_studio.gui.control.token_edges import Edge, TokenEdges
from deid_studio.gui.control.undo_mirror import UndoMirror
from deid_studio.model.edits import Accept, Edit, Note, Relabel, Reopen, Resize, Restate
from deid_studio.model.mentions import Decision, Desk, Mention, text_order
from deid_studio.model.span import Span, toggled
from deid_studio.model.statements import Change, Statements
from deid_studio.model.tagset import TagSet
from deid_studio.model.visible_words import without_edges
from deid_studio.review.alike.following import followers, following
from deid_studio.review.deciding import growing, intents
from deid_studio.review.deciding.passage import Passage, acceptable_together, passage_at, pending_in
from deid_studio.review.deciding.sensitivity import confidence_of
from deid_studio.review.session import ReviewSession

Stretch = tuple[int, int]  # in code points
_FORESEEN_UP_TO = 20_000  # characters of a report: in longer ones the next key would wait for it

AskBefore = Callable[[Mention, Change, Callable[[], object]], object]


class Deciding(OnScreen):
    """The session is the truth: a verb calls it first, and only what it then holds is told by signals.

    A verb that is not possible changes nothing and emits `failed`.
    """

    def __init__(self, tagset: TagSet, reviewer: str = "", parent: QObject | None = None) -> None:
        super().__init__(reviewer, parent)
        self.default_tagset = tagset
        self.undo_mirror = UndoMirror(self)
        self.saving.changed_on_disk.connect(self._refresh)
        self.earning = Earning(self.jobs, self)
        self.earning.failed.connect(self.failed)
        self.edges = TokenEdges("")
        self.last_class = ""
        self.follows = True  # whether suggestions follow what is decided
        self.followers = 0  # how many followed what was done last
        # Before what needs a mention goes with it: who asks does the rest if the person agrees.
        self.asks_before: AskBefore = lambda _mention, _change, do: do()
        self.seen: Callable[[], Sequence[Stretch]] = lambda: [(0, len(self.edges.text))]  # what is on the screen
        self.said = Statements()  # of the mentions of the report on the screen, as was told last
        self._signed = False
        self._warm = False
        self._foreseen: dict[Edit, Edit] = {}  # with what follows from them
        self._foreseen_of: tuple[object, ...] = ()
        self.settled.connect(self._foresee, Qt.ConnectionType.QueuedConnection)  # what is shown comes first

    @property
    def tagset(self) -> TagSet:
        """The classes in use: the folder's, else the default ones."""
        return self.default_tagset if self.folder is None else self.folder.project.tagset

    # --- decisions on the current mention --------------------------------------------------------------------

    def accept(self) -> None:
        """Accept the current mention and go to the next pending one."""
        mention = self.mention
        if mention is None:
            self.go_to_pending(1)
        elif mention.decision is Decision.ACCEPTED:
            self._go_on(mention)
        else:
            self.decide_with(mention, Accept(mention.id))

    def uncover(self, uncovering: Callable[[], object]) -> None:
        """Take away something that is laid over the report, and tell what is seen of it now."""
        self._attempt(lambda _session: uncovering())

    def discard(self) -> None:
        """Reject the current mention, or take it off if a person added it, and go to the next pending one."""
        mention = self.mention
        if mention is None:
            self.go_to_pending(1)
        elif mention.decision is Decision.REJECTED:
            self._go_on(mention)
        else:
            self._let_go(mention, self._discard)

    def _discard(self, mention: Mention) -> None:
        edit = intents.discarding(mention)
        if self.session is not None and not self.laid_over.holds(mention):
            edit = growing.letting_go(self.session.ground, mention, edit)
        self.decide_with(mention, edit)

    def _let_go(self, mention: Mention, verb: Callable[[Mention], object]) -> None:
        """Do what leaves a mention accepted no longer, once a person agrees to what goes with it."""
        session, accepted = self.session, mention.decision is Decision.ACCEPTED
        change = session.statements.without([mention.id]) if session is not None and accepted else Change()

        def do() -> None:
            if self.session is session and self.desk.get(mention.id) == mention:
                verb(mention)

        if any(one.needs_targets for one in change.gone):
            self.asks_before(mention, change, do)
        else:
            do()

    def _go_on(self, decided: Mention) -> None:
        following = self._following(decided)
        if following is not None:
            self.select(following.id, show=True)
        else:
            self.select(decided.id, show=True)
            if not self.desk.pending:
                self.all_decided.emit()

    def go_on_in_sight(self) -> None:
        """Go from the current mention to the next pending one, unless the page would move for it."""
        following = None if self.mention is None else self._following(self.mention)
        if following is not None and _holds(self.seen(), following.span):
            self.select(following.id, show=True)

    def _following(self, decided: Mention) -> Mention | None:
        return self._beside(self.desk.pending, 1, by_benefit=True, here=decided)

    def decide_with(self, mention: Mention, edit: Edit) -> bool:
        """Do an edit that decides a mention and others, and go to the next pending one; False if it is not possible."""
        done = self._attempt(lambda session: self._decide(session, edit), decided=mention)
        if done:
            self._go_on(mention)
        return done

    @property
    def passage(self) -> Passage | None:
        """The passage around the current mention, if that is on the screen; around the next pending one where the
        mention is decided, nothing is left beside it, and something is to be accepted there."""
        mention = self.mention
        here = None if mention is None else self._passage_around(mention)
        if mention is None or here is None or mention.decision is Decision.PENDING or self.together_in(here):
            return here
        following = self._following(mention)
        further = None if following is None else self._passage_around(following)
        return here if further is None or not self.together_in(further) else further

    def _passage_around(self, mention: Mention) -> Passage | None:
        session = self.session
        if session is None or not _holds(self.seen(), mention.span):
            return None
        return passage_at(session.text, mention.span)

    def together_in(self, passage: Passage) -> list[Mention]:
        """What `accept_passage` accepts of a passage: only what is seen and asks for no look of its own."""
        seen = self.seen()
        pending = [m for m in pending_in(passage, self.shown_pending) if _holds(seen, m.span)]
        return acceptable_together(self.desk, pending)

    def accept_passage(self) -> None:
        """Accept what is plain in the passage around the current mention, as one step, and go to what is left there,
        else to the next pending one."""
        mention, passage = self.mention, self.passage
        if mention is None or passage is None:
            self.go_to_pending(1) if mention is None else self.select(mention.id, show=True)
            return
        together = self.together_in(passage)
        edit = intents.accepting_passage(together)
        left = [m for m in pending_in(passage, self.shown_pending) if m not in together]
        if edit is None and mention in left:
            self.left_alone.emit()
        elif edit is None:
            self._go_on(mention)
        elif not left:
            self.decide_with(mention, edit)
        elif self.perform(edit):
            self.select((mention if mention in left else left[0]).id, show=True)

    def reopen(self) -> None:
        """Make the current mention pending again."""
        mention = self.mention
        if mention is not None and mention.decision is not Decision.PENDING:
            self._let_go(mention, lambda one: self.perform(Reopen(one.id)))

    def relabel(self, phi_class: str) -> None:
        """Give the current mention a class, and with it accept it; from one that was pending go to the next."""
        mention = self.mention
        if mention is None:
            return
        self.last_class = phi_class
        if mention.span.phi_class == phi_class and mention.decision is Decision.ACCEPTED:
            return
        edit = Relabel(mention.id, phi_class)
        if mention.decision is Decision.PENDING:
            done = self.decide_with(mention, edit)
        elif done := self.perform(edit):
            self.select(mention.id, show=True)
        if done:
            self.reveal_class(phi_class)
            if mention.span.phi_class != phi_class:
                self.class_changed.emit(phi_class)

    def add(self, start: int, end: int, phi_class: str) -> None:
        """Mark a stretch of the text (code points); blanks and signs at its ends are left out."""
        if self.session is None:
            return
        start, end = without_edges(self.session.text, start, end)
        if start >= end:
            self.failed.emit(EditError(detail="a span needs at least one character"))
            return
        self.last_class = phi_class
        self._mark(Span(start, end, phi_class))

    def take(self, span: Span) -> None:
        """Mark a span that is held possible, and stay there: whether it is of this class, a person sees now."""
        self._mark(span)

    def _mark(self, span: Span) -> None:
        over = next((m for m in self.desk.at(span.start) if m.span == span and self.laid_over.holds(m)), None)
        if over is not None:
            self.decide_with(over, Accept(over.id))
        else:
            self._grow(lambda ground: growing.marking(ground, span))

    def resize(self, mention_id: int, start: int, end: int) -> None:
        """Move the outer ends of a mention (code points); gaps between them stay."""
        mention = self.desk.get(mention_id)
        if mention is not None and start < end:
            self._reshape(mention, mention.span.stretched(start, end))

    def move_edge(self, edge: Edge, direction: int, by_word: bool = True, caret: int = -1) -> bool:
        """Move an edge of the current mention forwards (1) or back (-1) by a word or a character; False if it cannot.

        Of one in several fragments it is that of the fragment within which the caret is, else the outer one.
        """
        mention = self.mention
        return mention is not None and self._reshape(
            mention, self.edges.reshaped(mention.span, edge, direction, by_word, caret)
        )

    def toggle_fragment(self, mention_id: int, start: int, end: int) -> bool:
        """Make a stretch of the text (code points) a further fragment of a mention, or take it out if it is a part;
        False where nothing would be left of it. Another mention that holds the stretch and more keeps it as well."""
        mention, text = self.desk.get(mention_id), self.edges.text
        return mention is not None and self._reshape(
            mention, toggled(mention.span, *without_edges(text, start, end), text), sharing=True
        )

    def _reshape(self, mention: Mention, span: Span | None, sharing: bool = False) -> bool:
        if span is None or span == mention.span:
            return False
        if self.laid_over.holds(mention):
            self.decide_with(mention, Resize(mention.id, span.start, span.end, span.gaps))
        else:
            self._grow(lambda ground: growing.resizing(ground, mention, span, sharing))
        return True

    def _grow(self, growth_on: Callable[[growing.Ground], growing.Growth]) -> None:
        before = self.desk
        found: list[int] = []

        def grow(session: ReviewSession) -> None:
            growth = growth_on(session.ground)
            self._do(session, growth.edit)
            found.append(growth.mention_id)

        if self._attempt(grow):
            grown = growing.grown(before, self.desk, found[0])
            self.reveal_class(grown.mention.span.phi_class)
            self.select(grown.mention.id, show=True)
            self.grown.emit(grown)

    def note(self, text: str) -> None:
        """Write a note on the current mention; an empty one removes it."""
        mention = self.mention
        if mention is not None and text.strip() != mention.note:
            self.perform(Note(mention.id, text.strip()))

    def restate(self, change: Change) -> bool:
        """Take out what is said of mentions, and say something else; False when it was not possible."""
        return bool(change) and self.perform(Restate(change))

    # --- decisions on many mentions --------------------------------------------------------------------------

    def accept_class(self, phi_class: str) -> None:
        """Accept all pending suggestions of a class, as one step, where that is earned (see `Earning`).

        Of a hidden one none: nobody sees them.
        """
        self._accept_together(m for m in self.acceptable if m.span.phi_class == phi_class)

    def accept_all(self) -> None:
        """Accept all pending suggestions that are shown, of classes for which that is earned, as one step."""
        self._accept_together(self.acceptable)

    def _accept_together(self, mentions: Iterable[Mention]) -> None:
        # By their spans: before the first decision suggestions that come are numbered anew.
        asked = list(mentions)
        session, spans = self.session, frozenset(m.span for m in asked)
        if session is None or self.folder is None or not spans:
            return
        sure: dict[str, list[float]] = {}
        for mention in asked:
            sure.setdefault(mention.span.phi_class, []).append(confidence_of(mention))
        expected = {phi_class: mean(own) for phi_class, own in sure.items()}

        def accept(earned: frozenset[str]) -> None:
            if session is self.session:
                there = (m for m in self.acceptable if m.span in spans and m.span.phi_class in earned)
                self._perform_if_any(intents.accepting(there))

        self.earning.sift(self.folder.project, self.reviewer, expected, accept)

    def reject_all(self) -> bool:
        """Reject all pending suggestions that are shown, as one step; False when that was not possible."""
        return self._perform_if_any(intents.rejecting(self.shown_pending))

    def _perform_if_any(self, edit: Edit | None) -> bool:
        if edit is None:
            return True
        done = self.perform(edit)
        if done and not self.desk.pending:
            self.all_decided.emit()
        return done

    def perform(self, edit: Edit, follow: bool = True) -> bool:
        """Do an edit on the report, with what follows from it or alone; False when it was not possible."""
        return self._attempt(lambda session: self._decide(session, edit, follow))

    def _decide(self, session: ReviewSession, edit: Edit, follow: bool = True) -> None:
        left = self.laid_over.take(session, edit)
        if left is not None:
            self._do(session, left, follow)

    def _do(self, session: ReviewSession, edit: Edit, follow: bool = True) -> None:
        whole = self._with_followers(session, edit) if follow and self._follows(session.name) else edit
        session.perform(whole)
        self.followers = 0 if whole is edit else followers(whole)

    def _with_followers(self, session: ReviewSession, edit: Edit) -> Edit:
        foreseen = self._foreseen.get(edit) if self._ground_of(session) == self._foreseen_of else None
        if foreseen is not None:
            return foreseen
        return following(session.desk, session.text, edit, self.tagset, self.laid_over.held())

    def _foresee(self) -> None:
        """Find out what follows from accepting and rejecting the current mention, while the person looks at it."""
        session, mention = self.session, self.mention
        if session is None or mention is None or not self._follows(session.name):
            return
        if mention.decision is not Decision.PENDING or len(session.text) > _FORESEEN_UP_TO:
            return
        self._foreseen_of, self._foreseen = self._ground_of(session), {}
        for edit in (Accept(mention.id), intents.discarding(mention)):
            with contextlib.suppress(EditError):  # it will be told to who tries it
                self._foreseen[edit] = self._with_followers(session, edit)

    def _ground_of(self, session: ReviewSession) -> tuple[object, ...]:
        desk = session.desk
        return desk, desk.next_id, session.text, self.tagset, tuple(self.laid_over.held())

    def _follows(self, report: str) -> bool:
        # What annotators have is not changed by what was decided of it elsewhere.
        return self.follows and not (self.folder is not None and self.folder.is_blind(report))

    def undo(self) -> None:
        """Undo the last step and show where it was."""
        if self.session is not None and self.session.history.done:
            self._attempt(lambda session: session.undo(), show=True)

    def redo(self) -> None:
        """Redo the step undone last and show where it is."""
        if self.session is not None and self.session.history.undone:
            self._attempt(lambda session: session.redo(), show=True)

    # --- the session and what is told of it ------------------------------------------------------------------

    def _attempt(
        self, verb: Callable[[ReviewSession], object], show: bool = False, decided: Mention | None = None
    ) -> bool:
        session = self.session
        if session is None:
            return False
        if self.saving.text_conflict:
            self.saving.ask_again()
            return False
        before = self.desk
        error: DeidError | None = None
        self.followers = 0
        try:
            verb(session)
        except DeidError as refused:
            error = refused
        self._refresh(before, show, decided if error is None else None)
        if error is None:
            self.saving.later()
            if self.followers:
                self.followed.emit(self.followers)
            if not self._warm:
                # A sign-off writes tokens; the tokenizer takes a second to load, which nobody should have to watch.
                self._warm = True
                self.jobs.prepare(tokenizer)
        elif not self.saving.takes(error):
            self.failed.emit(error)
        return error is None

    def _refresh(self, before: Desk, show: bool = False, decided: Mention | None = None) -> None:
        """Tell what changed since `before`; even a verb that failed may have got half way.

        Whoever is told finds as the current mention already what changed (`show`), or what follows one `decided`.
        """
        session = self.session
        if session is None or self.folder is None:
            return
        if session.text != self.edges.text:
            self.edges = TokenEdges(session.text)
            self.undo_mirror.show(session.history)
            self.current = self.current if self.current in self.desk else None
            self.report_opened.emit()
            self.current_changed.emit(self.current, True)
            self.folder.again(session.name)
        self.undo_mirror.follow(session.history)
        desk = self.desk
        changed = changed_mentions(before, desk)
        said, self.said = self.said, session.statements
        if said.all != self.said.all:
            self.said_changed.emit(said, self.said)
        if session.signed != self._signed:
            self._signed = session.signed
            self.earning.note(session)
            self.signed_changed.emit(self._signed)
        self.folder.note_session(session)
        if not changed:
            return
        there = [desk[one] for one in changed if one in desk] if show else ()
        touched = min(there, key=text_order).id if there else None
        following = None if decided is None else self._following(decided)
        if touched is not None:
            self.current = touched
        elif following is not None:
            self.current = following.id
        elif self.current is not None and self.current not in desk:
            self.current = None
        self.desk_changed.emit(changed)
        if show:
            # What was added and is undone is there no more; its place is.
            place = -1 if touched is not None else min(before[one].span.start for one in changed)
            self.select(touched, show=True, place=place)
        elif self.current is None:
            self.current_changed.emit(None, False)


def _holds(stretches: Iterable[Stretch], span: Span) -> bool:
    return any(start <= span.start and span.end <= end for start, end in stretches)
