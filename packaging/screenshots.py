"""Takes pictures of the window's states, on the sample reports, into a folder.

    xvfb-run -s "-screen 0 1920x1080x24" python packaging/screenshots.py pictures --only review --language en es
    xvfb-run -s "-screen 0 1920x1080x24" python packaging/screenshots.py pictures --all
    xvfb-run -s "-screen 0 1920x1080x24" python packaging/screenshots.py pictures --all --main --size 1024x700 1920x1080
    xvfb-run -s "-screen 0 2560x1600x24" python packaging/screenshots.py pictures --scale 2 --language es --theme light

    cd / && xvfb-run -s "…" INSTALLED/bin/python …/packaging/screenshots.py pictures --installed --all

The first line tells from where the package is taken: whatever this Python imports. With `--installed` it is to be an
installed one, which needs `python-docx` beside what the program needs; a checkout is refused.

A window goes through all states once for each language and size, and is pictured in each theme. What cannot be
pictured is told at the end, with exit code 1; the others are pictured all the same. With `--missing`, pictures that
are there stay as they are. Several may run side by side, each under an `xvfb-run -a` of its own.
"""

from __future__ import annotations

import argparse
import os
import sys
import sysconfig
import tempfile
import time
import traceback
from pathlib import Path

from photographer import Photographer
from picture_states import STATES, State

import deid_studio
from deid_studio.gui.application import install_language, make_application
from deid_studio.gui.shell.theme import THEMES
from deid_studio.texts import ENGLISH, languages

_PACKAGE = Path(deid_studio.__file__).resolve().parent


def main() -> int:
    """Take the pictures that were asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--language", nargs="*", default=["en"], choices=languages())
    parser.add_argument("--size", nargs="*", default=["1280x800"], help="such as 1280x800; several: a folder each")
    parser.add_argument("--scale", default="1", help="such as 1.5, of a desktop at 150 %%: the size is in its points")
    parser.add_argument("--theme", nargs="*", default=["light", "dark"], choices=list(THEMES))
    parser.add_argument("--only", nargs="*", default=[], help="names of pictures or of states: review-dark, review")
    parser.add_argument("--main", action="store_true", help="the main states alone")
    parser.add_argument("--all", action="store_true", help="both languages and all themes")
    parser.add_argument("--missing", action="store_true", help="only pictures that are not there yet")
    parser.add_argument("--installed", action="store_true", help="refuse to picture a checkout")
    wanted = parser.parse_args()
    print(f"Pictured is deid_studio {deid_studio.__version__} of {_PACKAGE}", flush=True)
    if wanted.installed and not _is_installed():
        parser.error("the package is not an installed one: use the Python of where it is, without PYTHONPATH")
    unknown = {name for name in wanted.only if not any(_is_of(name, state) for state in STATES)}
    if unknown:
        parser.error(f"no such state: {', '.join(sorted(unknown))}")
    spoken, themes = (languages(), list(THEMES)) if wanted.all else (wanted.language, wanted.theme)
    os.environ["QT_SCALE_FACTOR"] = wanted.scale
    app = make_application(["screenshots"])
    began, taken, failed = time.monotonic(), 0, []
    for size in wanted.size:
        folder = wanted.folder / size if len(wanted.size) > 1 else wanted.folder
        folder.mkdir(parents=True, exist_ok=True)
        for language in spoken:
            install_language(app, language)
            asked = {}
            for state in STATES:
                paths = {theme: folder / f"{state.name}{_ending(theme, language)}.png" for theme in themes}
                asked[state] = {
                    theme: path
                    for theme, path in paths.items()
                    if (not wanted.only or {state.name, path.stem} & set(wanted.only))
                    and (state.main or not wanted.main)
                    and not (wanted.missing and path.exists())
                }
            done, not_done = _take_pictures(app, asked, size)
            taken += done
            failed += [f"{name} ({language}, {size})" for name in not_done]
    print(f"{taken} pictures in {time.monotonic() - began:.0f} s")
    if failed:
        print(f"failed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


def _is_installed() -> bool:
    """Whether the package lies where installers put it, and not in a checkout that is merely pointed to."""
    return any(_PACKAGE.parent == Path(sysconfig.get_path(name)).resolve() for name in ("purelib", "platlib"))


def _ending(theme: str, language: str) -> str:
    return f"-{theme}" if language == ENGLISH else f"-{theme}-{language}"


def _is_of(name: str, state: State) -> bool:
    endings = [_ending(theme, language) for theme in THEMES for language in languages()]
    return name in (state.name, *(f"{state.name}{ending}" for ending in endings))


def _take_pictures(app: object, asked: dict[State, dict[str, Path]], size: str) -> tuple[int, list[str]]:
    """How many pictures were taken, and the states that could not be brought about."""
    last = max((number for number, paths in enumerate(asked.values()) if paths), default=-1)
    walk = list(asked)[: last + 1]  # a state builds on those before it
    width, height = (int(part) for part in size.split("x"))
    taken, failed = 0, []
    with tempfile.TemporaryDirectory() as folder:
        themes = list(dict.fromkeys(theme for paths in asked.values() for theme in paths))
        photographer = Photographer(app, Path(folder), (themes or ["light"])[0], (width, height))
        for state in walk:
            began = time.monotonic()
            try:
                taken += _picture(photographer, state, asked[state])
            except Exception:
                # The next ones may be possible all the same.
                traceback.print_exc()
                failed.append(state.name)
            finally:
                photographer.close_others()
            if photographer.errors:
                failed += [] if state.name in failed else [state.name]
                photographer.errors.clear()
            print(f"{time.monotonic() - began:6.1f} s  {state.name}", flush=True)
        photographer.close()
    return taken, failed


def _picture(photographer: Photographer, state: State, paths: dict[str, Path]) -> int:
    state.bring(photographer)
    for theme, path in paths.items():
        photographer.put_on(theme)
        # What lies over the window is opened in each theme: it takes its colours when it is built.
        if state.over is not None:
            state.over(photographer)
        photographer.picture(path)
        if state.over is not None:
            photographer.close_others()
    return len(paths)


if __name__ == "__main__":
    code = main()
    sys.stdout.flush()
    # Qt's objects and Python's are not always put away in an order that both like.
    os._exit(code)
