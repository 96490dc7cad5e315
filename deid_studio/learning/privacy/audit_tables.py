"""An audit of a model for a person: a table for the terminal, and the section of a model's card."""

from __future__ import annotations

import re

from deid_studio.learning.privacy.audit import Audit, ClassAudit
from deid_studio.texts import Text

_BEGIN, _END = "<!-- deid model audit -->", "<!-- /deid model audit -->"
_SECTION = re.compile(rf"\n*{re.escape(_BEGIN)}.*?(?:{re.escape(_END)}\n?|\Z)", re.DOTALL)
_TEXTS = {
    "outside": Text("outside of spans"),
    "unjudged": Text("{count} words that are in no public list and not of these reports."),
    "strange": Text("{name}: no part of a model; it was not read."),
    "base": Text(
        "Not clean: the model that was adapted has no clean audit, and what can be read from it can be "
        "read from this one as well. Adapt “default” or another that has one, or train without --base."
    ),
    "clean": Text("Clean: of {reports} reports only words of public lists or of at least {least} of them can be read."),
    "public": Text("Clean: it has words of public lists alone."),
    "read": Text("Not clean: {count} words or pairs of words of the reports can be read. Do not hand it on."),
    "data": Text(
        "Not judged: only the reports tell whether those words are of enough of them. Name their folder with --data."
    ),
    "others": Text(
        "Not clean: those words are not of these reports either. Name by --data all reports that it was "
        "trained on, and by --base the model that was adapted, if there was one."
    ),
    "files": Text("Not clean: there are files in its folder that are no part of it. Take them away and repeat."),
    "card": Text("# Model card"),
    "section": Text("## What can be read of its reports"),
    "explained": Text(
        "A word is private that is in no public list of the program and not in {least} different "
        "reports; “together” are words of one span that can be read side by side."
    ),
}
_HEAD = (Text("Class"), Text("private"), Text("readable"), Text("together"))


def to_text(audit: Audit, language: str, with_words: bool = False) -> str:
    """What can be read, class by class, in counts, and the verdict; with the words themselves if they are asked for."""
    lines = []
    if audit.reports:
        head = [text.said(language) for text in _HEAD]
        wide = max(len(head[0]), *(len(_title(one, language)) for one in audit.classes)) + 2
        lines.append(f"{head[0]:<{wide}}" + "".join(f"{title:>10}" for title in head[1:]))
        for one in audit.classes:
            lines.append(f"{_title(one, language):<{wide}}" + "".join(f"{figure:>10}" for figure in _figures(one)))
            if with_words:
                lines += [f"  {word}" for word in one.words]
                lines += [f"  {first} + {second}" for first, second in one.together]
    if audit.unjudged:
        lines.append(_said("unjudged", language, count=len(audit.unjudged)))
        if with_words:
            lines += [f"  {word}" for word in audit.unjudged]
    lines += [_said("strange", language, name=name) for name in audit.strange]
    lines.append(verdict(audit, language))
    if not audit.base_is_clean and _verdict(audit) != "base":
        lines.append(_said("base", language))
    return "\n".join(lines) + "\n"


def verdict(audit: Audit, language: str) -> str:
    """The audit in a sentence, with what to do where it is not clean."""
    return _said(_verdict(audit), language, reports=audit.reports, least=audit.least, count=audit.words)


def _verdict(audit: Audit) -> str:
    """Which sentence says what the audit found, or the first reason why it is not clean."""
    if audit.clean:
        return "clean" if audit.reports else "public"
    if audit.words:
        return "read"
    if audit.unjudged:
        return "others" if audit.reports else "data"
    return "files" if audit.strange else "base"


def with_audit(card: str, audit: Audit, language: str) -> str:
    """A model's card with the section on this audit at its end, in place of an earlier one."""
    rows = [
        tuple(text.said(language) for text in _HEAD),
        ("---",) * 4,
        *((_title(one, language), *_figures(one)) for one in audit.classes),
    ]
    return "\n\n".join([
        _SECTION.sub("\n", card).strip() or _said("card", language),
        _BEGIN,
        _said("section", language),
        verdict(audit, language),
        _said("explained", language, least=audit.least),
        "\n".join("| " + " | ".join(map(str, row)) + " |" for row in rows),
        _END,
    ]) + "\n"  # fmt: skip


def _figures(one: ClassAudit) -> tuple[int, int, int]:
    return one.private, len(one.words), len(one.together)


def _title(one: ClassAudit, language: str) -> str:
    return one.phi_class or _said("outside", language)


def _said(key: str, language: str, **params: object) -> str:
    return Text(_TEXTS[key].message, **params).said(language)
