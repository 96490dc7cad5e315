"""The table of what each library costs in the frozen folder, between two marks of docs/shipping.md.

.package-venv/bin/python packaging/shipping/library_table.py      of what `make package` built last
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from inventory import OURS, Part, parts

ROOT = Path(__file__).resolve().parents[2]
BEGIN, END = "<!-- libraries -->", "<!-- end of libraries -->"
_SMALLEST = 1_000_000


def write_table(page: Path, found: Sequence[Part]) -> None:
    """Put the table of the parts, the largest first, where the page has its marks."""
    before, rest = page.read_text(encoding="utf-8").split(BEGIN)
    _, after = rest.split(END)
    page.write_text(f"{before}{BEGIN}\n{_table(found)}\n{END}{after}", encoding="utf-8")


def _table(found: Sequence[Part]) -> str:
    rows = ["| what | version | licence | MB |", "|---|---|---|---:|"]
    system = [part for part in found if part.purl.startswith("pkg:deb/")]
    large = [part for part in found if part.size >= _SMALLEST and part not in system]
    small = [part for part in found if part.size < _SMALLEST and part not in system]
    rows += [f"| {part.name} | {part.version} | {part.licence} | {part.size / 1e6:.1f} |" for part in large]
    rows.append(f"| {len(system)} packages of Debian | | | {sum(part.size for part in system) / 1e6:.1f} |")
    rows.append(f"| {len(small)} others, each less than 1 MB | | | {sum(part.size for part in small) / 1e6:.1f} |")
    rows.append(f"| **all** | | | **{sum(part.size for part in found) / 1e6:.1f}** |")
    return "\n".join(rows)


if __name__ == "__main__":
    frozen = ROOT / "build" / "frozen"
    write_table(ROOT / "docs" / "shipping.md", parts(frozen / OURS, frozen / "contents.json", frozen / "wheel"))
