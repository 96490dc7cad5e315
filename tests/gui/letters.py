"""Letters that lead to a widget by Alt: each is to lead to one of those that are shown together."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator

from PySide6.QtWidgets import QAbstractButton, QGroupBox, QLabel, QMenuBar, QTabBar, QWidget


def shared_letters(top: QWidget) -> dict[str, list[str]]:
    """The texts of a window's visible widgets in which one letter stands for two of them."""
    texts = defaultdict(list)
    for text in _texts(top):
        found = re.search(r"&(\w)", text.replace("&&", ""))
        if found is not None:
            texts[found[1].casefold()].append(text)
    return {letter: those for letter, those in texts.items() if len(those) > 1}


def _texts(top: QWidget) -> Iterator[str]:
    for widget in top.findChildren(QWidget):
        if widget.window() is not top or not widget.isVisibleTo(top):
            continue
        match widget:
            case QAbstractButton():
                yield widget.text()
            case QLabel() if widget.buddy() is not None:
                yield widget.text()
            case QGroupBox():
                yield widget.title()
            case QTabBar():
                yield from map(widget.tabText, range(widget.count()))
            case QMenuBar():
                yield from (action.text() for action in widget.actions())
