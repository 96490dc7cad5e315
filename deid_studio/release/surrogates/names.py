"""Names: one person, one surrogate in every form, by a dictionary of words for each scope.

Each word of the names that occur gets a word in its place, so that what the reports say of who is who survives:
surnames in common stay in common, initials, abbreviations, a surname alone and a misspelling go with the whole name.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import regex
from rapidfuzz.distance import Levenshtein

from deid_studio.model.kinds import Role
from deid_studio.people.folding import fold
from deid_studio.people.name_reading import Lexicon, Written, label_of, read_words, sex_before, told_sex
from deid_studio.people.name_reading import NameMention as Read
from deid_studio.people.name_words import ABBREVIATED, PARTICLES, SHORTENED, WRITTEN_OUT
from deid_studio.people.person import Marked, NameRole, Sex
from deid_studio.release.own_words import LEAST_PART, words_of
from deid_studio.release.surrogates.draws import Draws
from deid_studio.release.surrogates.name_lists import NameLists, Weighted
from deid_studio.release.written import cased, has_accents, without_accents

_WORD = regex.compile(r"[\p{L}\p{M}]+")
_INITIALS = "abcdefgijlmnoprstv"
# By what word of a name each kind of particle is followed.
AFTER_PARTICLES = {
    "de la": "Fuente Torre Vega Rosa Peña Calle Hoz Iglesia Mata Orden Paz Puente Serna Viña Cueva Cruz Rica Riva",
    "del": "Río Valle Campo Pozo Olmo Pino Castillo Álamo Barrio Cerro Moral Prado Rey Rosal Saz Val Monte Hoyo Caño",
    "de los": "Santos Ríos Reyes Mozos Cobos Arcos Llanos Heros Palacios Ángeles",
    "de las": "Heras Casas Cuevas Peñas Nieves Matas Eras Morenas Muelas Viñas",
    "de": "Miguel Diego Pablo Andrés Castro Frutos Lucas Marcos Blas Benito Vicente Pedro Guzmán Haro Luna Toro Ávila",
}


@dataclass(frozen=True, slots=True)
class NameMention:
    """A name as it stands in a report, and what stands right before it there (a label, a form of address).

    `given`: one word of it is likelier a given name than a surname, as relatives are called.
    """

    text: str
    before: str = ""
    given: bool = False


@dataclass(frozen=True, slots=True)
class _Word:
    start: int
    end: int
    written: str
    folded: str
    own: bool  # no form of address, no particle before another word


class SurrogateNames:
    """The names of one scope and what takes their place: built from all mentions, then asked for each.

    `avoid` are folded words that no surrogate may be; `told` says which sex the reports tell of who bears a folded
    given name. A name of which nobody knows it gets one that women and men bear.
    """

    def __init__(
        self,
        mentions: Iterable[NameMention],
        lists: NameLists,
        draws: Draws,
        avoid: Iterable[str] = (),
        told: Callable[[str], Sex | None] = lambda folded: None,
    ) -> None:
        self._lists = lists
        self._draws = draws
        self._mentions = [(mention, _words(mention.text)) for mention in mentions]
        self._lexicon = Lexicon((_read(mention, at) for at, (mention, _) in enumerate(self._mentions)), lists)
        self._seen = {word.folded for _, words in self._mentions for word in words if word.own and len(word.folded) > 1}
        self._canonical: dict[str, str] = {}
        self._gather()
        self._role = {base: self._lexicon.role(base) for base in map(self._lexicon.base, self._seen)}
        self._sex = self._sexes(told)
        self._people = self._orders()
        self._instead = self._assigned(set(avoid))
        self._across = self._drawn_across(set(avoid))

    @property
    def words(self) -> Mapping[str, str]:
        """Each word (folded) and what takes its place."""
        return dict(self._instead)

    def surrogate(self, mention: NameMention) -> str:
        """The name in place of a mention: every word replaced, all that stands between words kept."""
        text = mention.text
        words = _words(text)
        read = {word.start for word in read_words(text) if self._lexicon.stands_for_letters(word)}
        short = [word for word in words if word.start in read]
        whole = {self._lexicon.base(word.folded) for word in words if word not in short and word.own}
        initials = dict(zip(short, self._initials(short, whole & set(self._role)), strict=True))
        sex = self.sex_of(text)
        pieces: list[str] = []
        at = 0
        for index, word in enumerate(words):
            between = text[at : word.start]
            if word in initials:
                new = initials[word]
            elif not word.own:
                if word.folded in PARTICLES and self._is_dropped(words, index):
                    at = word.end
                    continue
                new = word.written
            else:
                new = self._word(word, sex)
            pieces += (between, new)
            at = word.end
        pieces.append(text[at:])
        return "".join(pieces)

    def of_word(self, folded: str) -> str | None:
        """What takes the place of a folded word of the names; None when it is none."""
        return self._instead.get(self._lexicon.base(folded))

    def initial_of(self, letter: str, beside: Sequence[str]) -> str:
        """What takes the place of an initial beside folded words of one name (`m` in `mblanco`), in small letters."""
        whole = {self._lexicon.base(word) for word in beside}
        return self._initials(_words(letter), whole & set(self._role))[0].lower()

    def sex_of(self, text: str) -> Sex | None:
        """The sex that the first given name of a mention tells."""
        return next(
            (sex for w in _words(text) if (sex := self._sex.get(self._lexicon.base(w.folded))) is not None), None
        )

    def agrees(self, mention: NameMention) -> bool:
        """Whether the sex of a mention's surrogate fits the form of address before it, where the original's does."""
        told, drawn = told_sex(mention.before), self.sex_of(mention.text)
        own = next(
            (sex for word in _words(mention.text) if (sex := self._lists.sex(self._lexicon.base(word.folded)))), told
        )
        return None in (told, drawn) or told is drawn or told is not own

    # --- what the mentions say -------------------------------------------------------------------------------

    def _gather(self) -> None:
        for _, words in self._mentions:
            for word in words:
                if not word.own or len(word.folded) < 2:
                    continue
                known = self._canonical.get(word.folded)
                if known is None or (has_accents(word.written) and not has_accents(known)):
                    self._canonical[word.folded] = word.written
        for folded in self._seen:
            listed = self._lists.written(folded)
            if listed is not None and has_accents(listed):
                self._canonical[folded] = listed

    def _sexes(self, of_person: Callable[[str], Sex | None]) -> dict[str, Sex | None]:
        told: dict[str, Counter[Sex]] = defaultdict(Counter)
        for mention, words in self._mentions:
            sex = sex_before(_read(mention), read_words(mention.text))
            first = next((w for w in words if self._role.get(self._lexicon.base(w.folded)) == NameRole.GIVEN), None)
            if sex is not None and first is not None:
                told[self._lexicon.base(first.folded)][sex] += 1
        sexes: dict[str, Sex | None] = {}
        for word, role in self._role.items():
            if role == NameRole.GIVEN:
                said = told[word].most_common(1)
                sexes[word] = self._lists.sex(word) or of_person(word) or (said[0][0] if said else None)
        return sexes

    def _orders(self) -> list[tuple[str, ...]]:
        """The words of each whole name, given names first, the most told first."""
        found: Counter[tuple[str, ...]] = Counter()
        before: tuple[str, ...] = ()
        for mention, words in self._mentions:
            bases = [self._lexicon.base(w.folded) for w in words if w.own and len(w.folded) > 1]
            bases = [base for base in bases if base in self._role]
            given = [base for base in bases if self._role[base] == NameRole.GIVEN]
            name = (*given, *(base for base in bases if base not in given))
            if name:
                found[name] += 1
            # `Nombre: …` and `Apellidos: …` are two mentions of one person.
            if label_of(mention.before) is NameRole.SURNAME and before and not given:
                found[(*before, *name)] += 1
            before = name if len(given) == len(name) and label_of(mention.before) is NameRole.GIVEN else ()
        return sorted(found, key=lambda name: (-len(name), -found[name], name))

    # --- what takes their place ------------------------------------------------------------------------------

    def _assigned(self, avoid: set[str]) -> dict[str, str]:
        taken = avoid | set(self._seen) | set(self._role)
        instead: dict[str, str] = {}
        particles = self._particles_before()
        for base in sorted(self._role):
            role = self._role[base]
            if role == NameRole.GIVEN:
                pool = self._lists.given(self._sex[base])
            elif particles.get(base) in AFTER_PARTICLES:
                pool = Weighted.of(dict.fromkeys(AFTER_PARTICLES[particles[base]].split(), 1.0))
            else:
                pool = self._lists.surnames
            instead[base] = self._draw(pool, taken, role, base)
            taken.add(fold(instead[base]))
        return instead

    def _draw(self, pool: Weighted, taken: set[str], role: str, base: str) -> str:
        chance = self._draws.random("name", role, base)
        for _ in range(200):
            word = chance.choices(pool.names, cum_weights=pool.sums)[0]
            folded = fold(word)
            # Initials that stay would tell who it is, and so would a name one letter away.
            if not _holds(folded, taken) and folded[0] != base[0] and Levenshtein.distance(folded, base) > 2:
                return word
        free = [word for word in pool.names if not _holds(fold(word), taken) and fold(word) != base]
        return chance.choice(free or [f"{chance.choice(pool.names)}-{chance.choice(pool.names)}"])

    def _particles_before(self) -> dict[str, str]:
        found: dict[str, str] = {}
        for _, words in self._mentions:
            run: list[str] = []
            for word in words:
                if word.folded in PARTICLES:
                    run.append(word.folded)
                    continue
                if run:
                    found.setdefault(self._lexicon.base(word.folded), " ".join(run))
                run = []
        return found

    def _is_dropped(self, words: Sequence[_Word], index: int) -> bool:
        """Whether a particle stands between given names (`María del Carmen`), of which the surrogates need none."""
        before = next((w for w in reversed(words[:index]) if w.folded not in PARTICLES), None)
        after = next((w for w in words[index + 1 :] if w.folded not in PARTICLES), None)
        return all(
            word is not None and self._role.get(self._lexicon.base(word.folded)) == NameRole.GIVEN
            for word in (before, after)
        )

    def _drawn_across(self, avoid: set[str]) -> dict[str, str]:
        """What takes the place of given names in names of the other sex, such as `María` in `José María`."""
        found: dict[str, str] = {}
        taken = avoid | set(self._seen) | set(self._role) | set(map(fold, self._instead.values()))
        for person in sorted(self._people):
            for base in person[1:]:
                sex = self._sex.get(person[0])
                if sex is not None and self._sex.get(base, sex) is not sex and base not in found:
                    found[base] = self._draw(self._lists.given(sex), taken, "across", base)
                    taken.add(fold(found[base]))
        return found

    def _drawn(self, base: str, sex: Sex | None) -> str | None:
        """What takes the place of a word in the name of somebody of a sex."""
        across = sex is not None and self._sex.get(base, sex) is not sex
        return self._across.get(base) if across and base in self._across else self._instead.get(base)

    def _word(self, word: _Word, sex: Sex | None) -> str:
        base = self._lexicon.base(word.folded)
        new = self._drawn(base, sex)
        if new is None:
            # Nobody told of this name when the dictionary was made: it still leaves as another one.
            new = self._draw(self._lists.surnames, set(self._instead.values()), NameRole.SURNAME, base)
        if self._lexicon.written(word.folded) is Written.MISSPELT:
            new = _misspelt_like(new, base, word.folded)
        elif word.folded != base:
            # Not every surrogate has a short form; whole it is the same person's still.
            forms = SHORTENED if word.folded not in WRITTEN_OUT else ABBREVIATED if self._is_surname(base) else {}
            new = next(iter(forms.get(fold(new), ())), new)
            new = new[:1].upper() + new[1:]
        elif not has_accents(word.written) and has_accents(self._canonical.get(base, "")):
            new = without_accents(new)
        return cased(new, word.written)

    def _is_surname(self, base: str) -> bool:
        return self._role.get(base) == NameRole.SURNAME

    def _initials(self, words: Sequence[_Word], whole: set[str]) -> list[str]:
        """The initials of one person's surrogate: of whoever has the whole words beside them, and most of these."""
        letters = "".join(fold(word.written) for word in words)
        best: list[str | None] = [None] * len(letters)
        fits = (0, 0, False, 0)
        sex: Sex | None = None
        for person in self._people:
            if not whole <= set(person):
                continue
            parts = [part for part in person if part not in whole]
            chosen: list[str | None] = []
            for letter in letters:
                part = next((one for one in parts if one[0] == letter), None)
                if part is not None:
                    parts.remove(part)
                chosen.append(part)
            found = sum(part is not None for part in chosen)
            # Initials are of given names first; as many parts as initials says more than a longer name.
            given = sum(part is not None and self._role[part] == NameRole.GIVEN for part in chosen)
            merit = (found, given, not parts, -len(parts))
            if found and merit > fits:
                best, fits, sex = chosen, merit, self._sex.get(person[0])
        beside = " ".join(sorted(whole))
        made = [
            new[0] if part is not None and (new := self._drawn(part, sex)) else self._letter(beside, letter, place)
            for place, (letter, part) in enumerate(zip(letters, best, strict=True))
        ]
        pieces = []
        for word in words:
            own, made = made[: len(word.folded)], made[len(word.folded) :]
            pieces.append(cased(without_accents("".join(own)), word.written))
        return pieces

    def _letter(self, beside: str, letter: str, place: int) -> str:
        choices = [other for other in _INITIALS if other != letter]
        return self._draws.pick(choices, "initial", beside, letter, str(place)).upper()


def _holds(folded: str, taken: set[str]) -> bool:
    """Whether a word is one of others, or holds one of them: `Martínez` would tell of `Martín`."""
    return folded in taken or any(
        folded[start:end] in taken
        for start in range(len(folded) - LEAST_PART + 1)
        for end in range(start + LEAST_PART, len(folded) + 1)
    )


def _read(mention: NameMention, at: int = 0) -> Read:
    """A mention as the people of the reports are read."""
    return Read(Marked("", at, mention.text, ""), 0, mention.text, Role.ANY, mention.before, given=mention.given)


def _words(text: str) -> list[_Word]:
    own = {word.start for word in words_of(text, "person") if word.own}
    return [_Word(m.start(), m.end(), m.group(), fold(m.group()), m.start() in own) for m in _WORD.finditer(text)]


def _misspelt_like(new: str, right: str, wrong: str) -> str:
    """A word with the slips by which `wrong` differs from `right`, at places as far on."""
    letters = list(new)
    for op in reversed(list(Levenshtein.editops(right, wrong))):
        kind, at, to = op.tag, op.src_pos, op.dest_pos
        place = min(round(at / max(len(right), 1) * len(new)), len(letters) - 1)
        place = max(place, 1 if len(letters) > 2 else 0)
        if kind == "delete" and len(letters) > 2:
            del letters[place]
        elif kind == "insert":
            letters.insert(place, wrong[to])
        else:
            slip = wrong[to] if to < len(wrong) else "a"
            letters[place] = slip if slip != letters[place].lower() else ("e" if slip != "e" else "a")
    made = "".join(letters)
    return made if fold(made) != fold(new) else new + new[-1]
