"""An audit of a model for a person: a table for the terminal, and the section of a model's card."""

from __future__ import annotations

import re

from deid_studio.learning.audit import Audit, ClassAudit

_BEGIN, _END = "<!-- deid model audit -->", "<!-- /deid model audit -->"
_SECTION = re.compile(rf"\n*{re.escape(_BEGIN)}.*?(?:{re.escape(_END)}\n?|\Z)", re.DOTALL)
_TEXTS = {
    "es": {
        "head": ("Clase", "propias", "legibles", "juntas"),
        "outside": "fuera de las menciones",
        "unjudged": "{count} palabras que no están en ninguna lista pública ni son de estos informes.",
        "strange": "{name}: no es parte de un modelo; no se ha leído.",
        "base": "No está limpio: el modelo que se adaptó no tiene una auditoría limpia, y lo que se lee en él se lee"
        " también en este. Adapte «default» u otro que la tenga, o entrene sin --base.",
        "clean": "Limpio: de {reports} informes solo se leen palabras de listas públicas o de {least} o más de ellos.",
        "public": "Limpio: solo tiene palabras de listas públicas.",
        "read": "No está limpio: se leen {count} palabras o parejas de palabras de los informes. No lo entregue.",
        "data": "Sin juzgar: solo los informes dicen si esas palabras son de bastantes de ellos. Indique su carpeta con"
        " --data.",
        "others": "No está limpio: esas palabras tampoco son de estos informes. Indique con --data todos los informes"
        " con los que se entrenó, y con --base el modelo que se adaptó, si lo hubo.",
        "files": "No está limpio: en su carpeta hay archivos que no son parte de él. Quítelos y repita.",
        "card": "# Ficha del modelo",
        "section": "## Qué se puede leer de sus informes",
        "explained": "Es propia la palabra que no está en las listas públicas del programa ni en {least} informes"
        " distintos; «juntas» son palabras de una misma mención que se leen una al lado de la otra.",
    },
    "en": {
        "head": ("Class", "private", "readable", "together"),
        "outside": "outside of spans",
        "unjudged": "{count} words that are in no public list and not of these reports.",
        "strange": "{name}: no part of a model; it was not read.",
        "base": "Not clean: the model that was adapted has no clean audit, and what can be read from it can be read"
        " from this one as well. Adapt “default” or another that has one, or train without --base.",
        "clean": "Clean: of {reports} reports only words of public lists or of at least {least} of them can be read.",
        "public": "Clean: it has words of public lists alone.",
        "read": "Not clean: {count} words or pairs of words of the reports can be read. Do not hand it on.",
        "data": "Not judged: only the reports tell whether those words are of enough of them. Name their folder with"
        " --data.",
        "others": "Not clean: those words are not of these reports either. Name by --data all reports that it was"
        " trained on, and by --base the model that was adapted, if there was one.",
        "files": "Not clean: there are files in its folder that are no part of it. Take them away and repeat.",
        "card": "# Model card",
        "section": "## What can be read of its reports",
        "explained": "A word is private that is in no public list of the program and not in {least} different reports;"
        " “together” are words of one span that can be read side by side.",
    },
}


def to_text(audit: Audit, language: str, with_words: bool = False) -> str:
    """What can be read, class by class, in counts, and the verdict; with the words themselves if they are asked for."""
    texts = _TEXTS[language]
    lines = []
    if audit.reports:
        head = texts["head"]
        wide = max(len(head[0]), *(len(_title(one, language)) for one in audit.classes)) + 2
        lines.append(f"{head[0]:<{wide}}" + "".join(f"{title:>10}" for title in head[1:]))
        for one in audit.classes:
            lines.append(f"{_title(one, language):<{wide}}" + "".join(f"{figure:>10}" for figure in _figures(one)))
            if with_words:
                lines += [f"  {word}" for word in one.words]
                lines += [f"  {first} + {second}" for first, second in one.together]
    if audit.unjudged:
        lines.append(str(texts["unjudged"]).format(count=len(audit.unjudged)))
        if with_words:
            lines += [f"  {word}" for word in audit.unjudged]
    lines += [str(texts["strange"]).format(name=name) for name in audit.strange]
    lines.append(verdict(audit, language))
    if not audit.base_is_clean and _said(audit) != "base":
        lines.append(str(texts["base"]))
    return "\n".join(lines) + "\n"


def verdict(audit: Audit, language: str) -> str:
    """The audit in a sentence, with what to do where it is not clean."""
    text = str(_TEXTS[language][_said(audit)])
    return text.format(reports=audit.reports, least=audit.least, count=audit.words)


def _said(audit: Audit) -> str:
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
    texts = _TEXTS[language]
    rows = [texts["head"], ("---",) * 4, *((_title(one, language), *_figures(one)) for one in audit.classes)]
    return "\n\n".join([
        _SECTION.sub("\n", card).strip() or str(texts["card"]),
        _BEGIN,
        str(texts["section"]),
        verdict(audit, language),
        str(texts["explained"]).format(least=audit.least),
        "\n".join("| " + " | ".join(map(str, row)) + " |" for row in rows),
        _END,
    ]) + "\n"  # fmt: skip


def _figures(one: ClassAudit) -> tuple[int, int, int]:
    return one.private, len(one.words), len(one.together)


def _title(one: ClassAudit, language: str) -> str:
    return one.phi_class or str(_TEXTS[language]["outside"])
