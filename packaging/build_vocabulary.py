"""Write resources/vocabulary/: words of everyday and clinical Spanish, by which a patient's name is told from a word.

    python packaging/build_vocabulary.py [CORPUS]

`common_words.txt`: the Spanish frequency list of pyspellchecker (MIT) above its floor and spaCy's stop words (MIT),
without names that are no words. `dictionary/headwords.txt`: what that list knows from a dictionary only, without what a
gazetteer has as a name or place. `clinical_vocabulary.txt`, only when CORPUS, a folder of annotated reports, is given:
the words that stand in lower case, outside PHI, at least three times in it (MEDDOCAN's train part, CC BY 4.0). Words
are folded: lower case, no accents.
"""

from __future__ import annotations

import gzip
import json
import re
import sys
from collections import Counter
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path

from spacy.lang.es.stop_words import STOP_WORDS

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from deid_studio.detection.gazetteers import default_gazetteers
from deid_studio.learning.corpus import read_corpus
from deid_studio.people.folding import fold
from deid_studio.people.vocabulary import read_vocabulary

RESOURCES = Path(__file__).resolve().parent.parent / "resources"
TARGET = RESOURCES / "vocabulary"
# The frequency list gives this count to words that it knows from a dictionary only.
FLOOR = 50
LEAST_COUNT = 3
LEAST_LENGTH = 3  # of a word of the dictionary
NAMES = frozenset("first_name last_name town region country".split())
# Names that the frequency list holds and that nobody writes as a word; other names of it are words too (Cruz, Rubio).
NAMES_ONLY = frozenset(
    """
    jesus leo vera angela maria lucas juan victor estela ana jorge magdalena carlos barbara curro grant nora sosa pedro
    carmen ali rita maza david carla pablo marta diego miranda lidia teresa gil chan cristina lena helena pamela aguero
    clemente enrique tapia espana martin claudia bruno luis silva virginia arturo tito guido simon moises dino lucia
    prieto benigna dante rivera lucio patricia cora garcia vargas veronica chita leila montes encarna celia ramon
    pancho lia augusto vito catalan santiago narciso adan luisa benjamin sevilla vega manuela celestina escobar
    francisco pepe alonso patricio carolina germano marcia carey milan alcazar delia cohen belen carmelita nacho berta
    frida rosita mariana augusta vieira noe dina ester soto tobias lopez manolo crespo rene fausto salomon serrano moya
    carlota valentina angelica castro carter valentino benito landa andres bernardo hortense rafa adrian anastasia
    hurtado jacinto roque amador martina aurea batista frey padron valencia jeronimo lazaro silvano vicente hortensia
    libia riza gaetano bela cid paca inga antonino agustin quique leticia tibor lozano montero sancho paulina cesar
    tecla jerez navarro jara sonia irene eva adela elena isabel julia laura marcos mateo miguel nicolas oscar raul
    rafael sergio silvia susana tomas xavier sara raquel ines olga daniel alberto antonio jose javier eduardo felipe
    fernando guillermo ignacio jaime joaquin emilio ernesto esteban fabian gabriel gregorio gustavo hector hugo ivan
    rodrigo samuel sebastian
    """.split()
)
# What headers of reports are full of and no list of everyday words holds.
HEADER_WORDS = "nhc cipa cip sip tis dni nif nie nass nss nuss ncol cp tfno tlf fax email mail episodio".split()


def main(arguments: list[str]) -> None:
    """Write the lists."""
    TARGET.mkdir(parents=True, exist_ok=True)
    clinical: set[str] = set()
    if arguments:
        clinical = set(words_of_corpus(Path(arguments[0])))
        write("clinical_vocabulary", clinical)
    write("common_words", common_words())
    write("dictionary/headwords", headwords())


def frequencies() -> dict[str, int]:
    counts: dict[str, int] = json.loads(
        gzip.decompress(files("spellchecker").joinpath("resources/es.json.gz").read_bytes())
    )
    return counts


def headwords() -> Iterable[str]:
    index, known = default_gazetteers(), read_vocabulary(TARGET)
    for word in {fold(word) for word in frequencies()}:
        if len(word) >= LEAST_LENGTH and word not in known and NAMES.isdisjoint(index.kinds(word)):
            yield word


def common_words() -> Iterable[str]:
    counts = frequencies()
    yield from (folded for word, count in counts.items() if count > FLOOR and (folded := fold(word)) not in NAMES_ONLY)
    yield from map(fold, STOP_WORDS)
    yield from HEADER_WORDS


def words_of_corpus(folder: Path) -> Iterable[str]:
    counts: Counter[str] = Counter()
    for doc in read_corpus([folder]):
        marked = {at for span in doc.spans for at in range(span.start, span.end)}
        for match in re.finditer(r"[^\W\d_]+", doc.text):
            if match.group().islower() and match.start() not in marked:
                counts[fold(match.group())] += 1
    return (word for word, count in counts.items() if count >= LEAST_COUNT)


def write(name: str, words: Iterable[str]) -> None:
    kept = sorted({word for word in words if len(word) > 1 and word.isalpha()})
    (TARGET / f"{name}.txt").write_text("\n".join(kept) + "\n", encoding="utf-8")
    print(f"{name}: {len(kept)} words")


if __name__ == "__main__":
    main(sys.argv[1:])
