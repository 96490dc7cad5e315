"""What the handbook is made of: the manual in a language, docs/ and what stands beside it."""

from __future__ import annotations

import re
import shutil
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LANGUAGES = ("en", "es")
# Of docs/, in order; what is not named comes after them.
_USING = ("installing", "releasing", "profiles", "cluster", "team", "library", "grammar")
_FIGURES = ("model", "performance", "ablation", "experiments")
_MAKING = ("architecture", "rooms")
_BESIDE = ("CONTRIBUTING.md", "CHANGELOG.md")
_DECISIONS = "docs/decisions/index"

_WORDS = {
    "en": {
        "name": "English",
        "about": "Finds what could identify somebody in Spanish clinical reports, and helps a person to decide.",
        "manual": "Manual",
        "using": "In detail",
        "figures": "Model and figures",
        "making": "For developers",
        "decisions": "Decisions",
    },
    "es": {
        "name": "Español",
        "about": "Encuentra lo que podría identificar a alguien en informes clínicos, y ayuda a una persona a decidir.",
        "manual": "Manual",
        "using": "En detalle (en inglés)",
        "figures": "Modelo y cifras (en inglés)",
        "making": "Para quien desarrolla (en inglés)",
        "decisions": "Decisions",
    },
}


def gather(language: str, target: Path) -> None:
    """Put the pages of a language, and an index of them, into an empty folder."""
    shutil.copytree(ROOT / "resources/manual" / language, target)
    for file in [*_documents(), *(ROOT / name for name in _BESIDE)]:
        place = target / file.relative_to(ROOT)
        place.parent.mkdir(parents=True, exist_ok=True)
        translated = file.with_suffix(f".{language}.md")
        text = (translated if translated.exists() else file).read_text(encoding="utf-8")
        place.write_text(moved(text), encoding="utf-8")
    shutil.copytree(ROOT / "docs/images", target / "docs/images")
    (target / f"{_DECISIONS}.md").write_text(_index_of_decisions(language), encoding="utf-8")
    (target / "index.md").write_text(_index(language), encoding="utf-8")


def write_first_page(file: Path) -> None:
    """A page that leads to the one language that whoever reads prefers, and has a link to each."""
    links = " · ".join(f'<a href="{one}/index.html" lang="{one}">{_WORDS[one]["name"]}</a>' for one in LANGUAGES)
    lead = 'location.replace((navigator.language.startsWith("es") ? "es" : "en") + "/index.html")'
    head = '<!doctype html><html lang="en"><meta charset="utf-8"><title>Deid Studio</title>'
    file.write_text(f"{head}<p>{links}</p><script>{lead}</script></html>\n", encoding="utf-8")


def moved(text: str) -> str:
    """A page of docs/ with its links to the manual, and to folders, as they lead in the handbook."""
    text = re.sub(r"\]\((\.\./)*resources/manual/\w+/", lambda found: f"]({found[1] or ''}", text)
    return re.sub(r"(\]\([^)\s]*decisions)\)", r"\1/index.md)", text)


def _documents() -> list[Path]:
    files = sorted((ROOT / "docs").rglob("*.md"))
    return [file for file in files if not any(file.name.endswith(f".{language}.md") for language in LANGUAGES)]


def _index(language: str) -> str:
    words = _WORDS[language]
    manual = tomllib.loads((ROOT / "resources/manual/pages.toml").read_text(encoding="utf-8"))["order"]
    named = {*_USING, *_FIGURES, *_MAKING}
    others = sorted({file.stem for file in (ROOT / "docs").glob("*.md") if file in _documents()} - named)
    making = [*_docs(_MAKING), "CONTRIBUTING", *_docs(others), _DECISIONS, "CHANGELOG"]
    return "\n\n".join(
        [
            "# Deid Studio",
            words["about"],
            _tree(words["manual"], manual),
            _tree(words["using"], _docs(_USING)),
            _tree(words["figures"], _docs(_FIGURES)),
            _tree(words["making"], making),
        ]
    )


def _index_of_decisions(language: str) -> str:
    records = [file.stem for file in sorted((ROOT / "docs/decisions").glob("*.md"))]
    return f"# {_WORDS[language]['decisions']}\n\n{_tree('', records)}"


def _docs(names: tuple[str, ...] | list[str]) -> list[str]:
    return [f"docs/{name}" for name in names]


def _tree(caption: str, pages: list[str]) -> str:
    options = [":maxdepth: 1", *([f":caption: {caption}"] if caption else [])]
    return "\n".join(["```{toctree}", *options, "", *pages, "```"])
