"""The readers of what folders hold that people work in together, and of what an administrator or the publisher gave."""

from __future__ import annotations

import contextlib
from pathlib import Path

from deid_studio.cli.passphrases import asked_passphrases
from deid_studio.corpora.checks.corpus_checks import keys_in
from deid_studio.corpora.corpus_folder import CorpusFolder, annotators_named, make_corpus
from deid_studio.corpora.layer_file import read_layer
from deid_studio.corpora.plan import Plan
from deid_studio.corpora.planted_answers import PLANTED, add_answers, read_answers
from deid_studio.corpora.sharing.shared_file import Shared, read_shared, write_shared
from deid_studio.detection.spacy_detector import SpacyDetector
from deid_studio.formats.brat_conf import conf_files, tagset_for
from deid_studio.formats.brat_conf_edit import edited_conf, kept_conf
from deid_studio.formats.text import read_report
from deid_studio.formats.update_file import check_update, signature_line
from deid_studio.model.document import Document
from deid_studio.model.tagset import shipped_tagset
from deid_studio.model.tagset_mapping import load_mapping
from deid_studio.paths import resources
from deid_studio.review.folder_lock import read_owner
from deid_studio.settings.administered import read_administered
from tests.benchmarks.fuzzing.reader import TEXT, Reader, put
from tests.formats.signed_release import OWN, Release, public

# --- corpora -----------------------------------------------------------------------------------------------------

_LAYER = "c/layers/ana-ruiz"


def _corpus(folder: Path) -> None:
    reports = folder / "informes"
    reports.mkdir()
    for name in ("a", "b", "c"):
        put(**{f"{name}__txt": TEXT})(reports)
    make_corpus(
        folder / "c", "Altas", reports, annotators_named(["Ana Ruiz", "Luis"]), Plan(), shipped_tagset("meddocan")
    )


def _read_corpus(folder: Path) -> object:
    corpus = CorpusFolder(folder / "c")
    corpus.tagset(shipped_tagset("meddocan"))
    return corpus.reports, corpus.standings(), corpus.summaries(), corpus.readers()


def _fill_corpus(folder: Path) -> object:
    return CorpusFolder(folder / "c").plan_new()


def _shared(folder: Path) -> None:
    _corpus(folder)
    write_shared(folder / "c", Shared("sqlite:////x.db", "00" * 16, "ana-ruiz", {"tasks.csv": 3}))


def _database(folder: Path) -> None:
    from deid_studio.corpora.sharing.shared_corpus import SharedCorpus
    from deid_studio.corpora.sharing.syncing import share

    _corpus(folder)
    with SharedCorpus(f"sqlite:///{folder / 'team.db'}") as database:
        share(folder / "c", database)


def _join(folder: Path) -> object:
    from deid_studio.corpora.sharing.shared_corpus import SharedCorpus
    from deid_studio.corpora.sharing.syncing import join

    with SharedCorpus(f"sqlite:///{folder / 'team.db'}") as database:
        return join(folder / "joined", database, "Ana Ruiz"), join(folder / "led", database, "")


PLANTED_ROWS = "report,start,end,class,slip,answer\na,9,19,FECHAS,ends,accepted\nb,0,4,NOMBRE,spurious,passed\n"


def _answers(folder: Path) -> None:
    put(**{PLANTED.replace(".", "__"): PLANTED_ROWS})(folder)


def _add_answers(folder: Path) -> object:
    copied = folder / "more"
    copied.mkdir()
    answers = read_answers(folder)
    add_answers(copied, answers)
    assert {one.place for one in read_answers(copied)} == {one.place for one in answers}
    return answers


_RIGHT = "kind,report,key\nedge,a," + "0123456789abcdef01234567\n" + "edge,b,89abcdef0123456789abcdef\n"

# --- what is given by an administrator, the publisher, or a trainer ------------------------------------------------

POLICY = (
    'note = "Informática"\n[settings]\nlanguage = "es"\ntheme = "dark"\n[release]\npolicies = ["research"]\n'
    'folders = ["/srv/salida"]\nreversible = false\nunreviewed = false\n'
)


def _release(folder: Path) -> None:
    Release(folder / "r", "1.3.0")


def _sign(folder: Path) -> None:
    sums = folder / "r" / "SHA256SUMS"
    with contextlib.suppress(OSError):
        line = signature_line(public(OWN, "own"), OWN.sign(sums.read_bytes()))
        sums.with_name("SHA256SUMS.sig").write_text(line)


def _update(folder: Path) -> object:
    path = folder / "r" / "deid-studio-1.3.0-linux.tar.gz"
    return check_update(path, [public(OWN, "own")], "1.2.0")


def _pipeline(folder: Path) -> None:
    from deid_studio.detection.spacy_library import spacy_library

    pipeline = spacy_library().blank("es")
    ruler = pipeline.add_pipe("entity_ruler")
    ruler.add_patterns([{"label": "FECHAS", "pattern": [{"TEXT": {"REGEX": r"\d\d/\d\d/\d{4}"}}]}])
    pipeline.to_disk(folder / "p")


def _detect(folder: Path) -> object:
    return SpacyDetector.load(folder / "p").detect(Document("a", TEXT))


def _mapping(folder: Path) -> object:
    return load_mapping(folder / "m.toml", shipped_tagset("meddocan"), shipped_tagset("radiology"))


# --- folders under review ----------------------------------------------------------------------------------------


def _conf(folder: Path) -> None:
    for name, data in conf_files(shipped_tagset("radiology")).items():
        (folder / name).write_bytes(data)


def _edit_conf(folder: Path) -> object:
    before = tagset_for(folder, shipped_tagset("radiology"))
    after = shipped_tagset("meddocan")
    return edited_conf(kept_conf(folder, before), before, after, (next(iter(before)).name, next(iter(after)).name))


FOLDER_READERS: tuple[Reader, ...] = (
    Reader("corpus.toml, tasks.csv", _corpus, ("c/corpus.toml", "c/tasks.csv"), _read_corpus),
    Reader("corpus, filled", _corpus, ("c/tasks.csv", "c/corpus.toml", f"{_LAYER}/a.txt"), _fill_corpus,
           writes=("c/layers", "c/tasks.csv")),
    Reader("layer.toml", _corpus, (f"{_LAYER}/layer.toml", f"{_LAYER}/tasks.csv"),
           lambda f: read_layer(f / _LAYER)),
    Reader("planted.csv", _answers, (PLANTED,), _add_answers, writes=("more",)),
    Reader("shared.toml", _shared, ("c/shared.toml",), lambda f: read_shared(f / "c")),
    Reader("shared corpus (SQLite)", _database, ("team.db",), _join, writes=("joined", "led")),
    Reader("findings that are right", put(r__csv=_RIGHT), ("r.csv",),
           lambda f: keys_in(read_report(f / "r.csv").document.text)),
    Reader("policy.toml", put(p__toml=POLICY), ("p.toml",), lambda f: read_administered(f / "p.toml")),
    Reader("update", _release, ("r/SHA256SUMS", "r/SHA256SUMS.sig", "r/deid-studio-1.3.0-linux.tar.gz"), _update,
           _sign),
    Reader("pipeline of spaCy", _pipeline, ("p/config.cfg", "p/meta.json", "p/tokenizer", "p/vocab/strings.json",
           "p/entity_ruler/cfg", "p/entity_ruler/patterns.jsonl"), _detect),
    Reader("mapping of classes (TOML)", lambda f: (f / "m.toml").write_bytes(
           (resources() / "tagsets" / "radiology.toml").read_bytes()), ("m.toml",), _mapping),
    Reader("passphrase (file)", put(p__txt="correcto caballo grapa bateria\n"), ("p.txt",),
           lambda f: asked_passphrases(1, [f / "p.txt"], new=False)),
    Reader("annotation.conf, changed", _conf, ("annotation.conf", "visual.conf", "kb_shortcuts.conf"), _edit_conf),
    Reader("who holds a folder", put(o__json='{"reviewer": "Ana", "computer": "x", "process": 3, "since": "x"}'),
           ("o.json",), lambda f: read_owner(f / "o.json")),
)  # fmt: skip
