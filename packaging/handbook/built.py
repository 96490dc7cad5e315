"""Whether built pages hold together: links and anchors lead somewhere in them, and nothing is loaded from elsewhere."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

_LOADING = {"src", "srcset", "data", "poster", "action"}
_IN_STYLES = re.compile(r"url\(\s*['\"]?([^'\")\s]+)|@import\s+['\"]([^'\"]+)")


class _Page(HTMLParser):
    """What a page links to, what it loads, and its anchors."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.loaded = _loaded_by("\n".join(re.findall(r"(?s)<style.*?</style>", text)))
        self.anchors = {""}
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value for name, value in attrs if value}
        self.anchors.add(given.get("id", ""))
        for name, value in given.items():
            if name == "href" and (tag == "a" or value.startswith("#")):
                self.links.append(value)
            elif name == "href" or (name in _LOADING and value != "#"):
                self.loaded.append(value)


def faults(folder: Path) -> list[str]:
    """What is wrong with the pages in a folder, each with the page in which it is."""
    pages = {file.resolve(): _Page(file.read_text(encoding="utf-8")) for file in sorted(folder.rglob("*.html"))}
    found = []
    for file, page in pages.items():
        name = file.relative_to(folder.resolve())
        found += [f"{name}: {wrong}" for link in page.links if (wrong := _wrong_link(link, file, pages))]
        found += [f"{name}: {wrong}" for one in page.loaded if (wrong := _wrong_part(one, file))]
    for file in sorted(folder.rglob("*.css")):
        parts = _loaded_by(file.read_text(encoding="utf-8"))
        found += [f"{file.relative_to(folder)}: {wrong}" for one in parts if (wrong := _wrong_part(one, file))]
    return found


def _loaded_by(style: str) -> list[str]:
    return [one or other for one, other in _IN_STYLES.findall(style)]


def _wrong_link(link: str, file: Path, pages: dict[Path, _Page]) -> str:
    """What is wrong with a link; it may lead out of the pages, to where whoever reads them goes by a click."""
    parts = urlsplit(link)
    if parts.scheme:
        return ""
    led = (file.parent / unquote(parts.path)).resolve() if parts.path else file
    if led in pages:
        return "" if unquote(parts.fragment) in pages[led].anchors else f"no such anchor: {link}"
    return "" if led.is_file() else f"leads nowhere: {link}"


def _wrong_part(part: str, file: Path) -> str:
    parts = urlsplit(part)
    if parts.scheme == "data":
        return ""
    if parts.scheme or parts.netloc:
        return f"loaded from elsewhere: {part}"
    return "" if (file.parent / unquote(parts.path)).is_file() else f"is not there: {part}"
