"""Dates as people say them: today and the hour, yesterday, or the date."""

from __future__ import annotations

from datetime import datetime

from PySide6.QtCore import QDateTime, QLocale

from deid_studio.gui.words.wording import language, translate


def relative_date(at: str, now: datetime | None = None) -> str:
    """A moment (ISO 8601) in local time: "today 10:32", "yesterday 10:32", else the date; empty for no moment."""
    try:
        moment = datetime.fromisoformat(at).astimezone()
    except ValueError:
        return ""
    today = (now or datetime.now()).astimezone().date()
    days = (today - moment.date()).days
    hour = f"{moment.hour}:{moment.minute:02}"
    if days == 0:
        return translate("dates", "today {hour}").format(hour=hour)
    if days == 1:
        return translate("dates", "yesterday {hour}").format(hour=hour)
    written = QLocale(language()).toString(QDateTime.fromSecsSinceEpoch(int(moment.timestamp())).date(), _FORMAT)
    return written if moment.year == today.year else f"{written} {moment.year}"


_FORMAT = "d MMM"
