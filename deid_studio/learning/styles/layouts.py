"""Layouts: fields and lines as columns, tables, key and value, JSON, XML, HL7, CSV, and as devices print them."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from deid_studio.learning.styles.parts import Field, fields_of, relabelled, relaid, runs, slug, whole
from deid_studio.learning.styles.setting import AS_IS, CAPITALS, SMALL, Setting
from deid_studio.learning.styles.surfaces import cut
from deid_studio.learning.styles.tracked import Tracked, joined
from deid_studio.learning.styles.wordings import without_accent
from deid_studio.model.kinds import Kind, Role

_QUOTE = re.compile(r'["\\]')
_BLANK = re.compile(r" +")


def columns(report: Tracked, setting: Setting) -> Tracked:
    """Fields in two or three columns by blanks, sometimes all labels of a row above their values."""
    count, width = setting.pick((2, 2, 3)), setting.random.randint(24, 44)
    above, separator = setting.chance(0.3), setting.pick((": ", ":", "  ", " : "))

    def form(fields: Sequence[Field]) -> Tracked:
        rows: list[Tracked] = []
        for row in runs([_relabelled(field, setting) for field in fields], lambda: count):
            if above:
                wide = [max(width, len(f.label) + 3, len(f.value) + 3) for f in row]
                rows += [_padded([f.label for f in row], wide), _padded([f.value for f in row], wide)]
            else:
                cells = [whole(field, separator) for field in row]
                rows.append(_padded(cells, [max(width, len(cell) + 2) for cell in cells]))
        return joined(rows, "\n")

    return relaid(report, setting, form)


def table(report: Tracked, setting: Setting) -> Tracked:
    """Fields as rows of a table with bars or tabs."""
    bar = setting.pick(setting.words("layout")["rows"])
    between = bar if bar == "\t" else f" {bar.strip()} "
    edges = bar.strip() if setting.chance(0.5) else ""
    across, count = setting.chance(0.4), setting.random.randint(1, 4)

    def row(cells: Sequence[Tracked]) -> Tracked:
        return joined([edges + " " if edges else "", joined(cells, between), " " + edges if edges else ""])

    def form(fields: Sequence[Field]) -> Tracked:
        rows: list[Tracked] = []
        for run in runs([_relabelled(field, setting) for field in fields], lambda: count):
            if across:
                rows += [row([f.label for f in run]), row([f.value for f in run])]
            else:
                rows.append(row([cell for f in run for cell in (f.label, f.value)]))
        return joined(rows, "\n" + "-" * 40 + "\n" if edges and setting.chance(0.3) else "\n")

    return relaid(report, setting, form)


def key_value(report: Tracked, setting: Setting) -> Tracked:
    """Fields as a print of keys and values: dotted leaders, `label=value`, `label>`, or the label over the value."""
    words = setting.words("layout")
    way, leader, width = setting.random.random(), setting.pick(words["leaders"]), setting.random.randint(18, 32)
    separator, indent = setting.pick(words["separators"]), setting.pick(("", "", "  ", "\t", "    "))
    change = setting.pick((AS_IS, CAPITALS, SMALL))

    def line(field: Field) -> Tracked:
        label = field.label.each(change)
        if way < 0.35:
            dots = (leader * width)[: max(3, width - len(label))]
            return joined([label, dots, setting.pick((" ", ": ", "")) if leader != "_" else " ", field.value])
        if way < 0.65:
            return joined([label, "\n", indent, field.value])
        return joined([label, separator, field.value])

    def form(fields: Sequence[Field]) -> Tracked:
        return joined([line(_relabelled(field, setting)) for field in fields], "\n")

    return relaid(report, setting, form)


def json_text(report: Tracked, setting: Setting) -> Tracked:
    """Like what an interface sends: keys and values in quotes, line ends escaped."""
    words = setting.words("json")
    templates = words["templates"]
    pretty = setting.chance(0.5)
    between = ",\n  " if pretty else ", "
    parts: list[Tracked | str] = [
        head.format(setting.pick(words["resources"])) for head in setting.random.sample(words["heads"], 2)
    ]
    text: list[Tracked] = []
    for field in fields_of(report, setting):
        if not field.short:
            text.append(whole(field))
            continue
        slot = "" if setting.mentions.holds(field.label) else setting.slot_of(field.value, templates)
        before, _, after = setting.pick(templates[slot]).partition("%") if slot else ('"', "", '"')
        if not slot:
            key = field.label if setting.mentions.holds(field.label) else slug(field.label.text)
            before = joined([before, key, '": "'])
        parts.append(joined([before, _escaped(field.value), after]))
    if text:
        size = setting.pick((1, 4, len(text)))
        blocks = [_in_one([_escaped(line) for line in text[at : at + size]]) for at in range(0, len(text), size)]
        parts += [joined([f'"{setting.pick(words["text_keys"])}": "', block, '"']) for block in blocks]
    return joined(["{\n  " if pretty else "{", joined(parts, between), "\n}" if pretty else "}"])


def _escaped(value: Tracked) -> Tracked:
    return joined(_around(value, _QUOTE, lambda sign: joined(["\\", sign])))


def _in_one(lines: Sequence[Tracked]) -> Tracked:
    """Escaped line ends; a blank after one that would run together with a small letter: `\\n` ends in a letter."""
    ends = ("\\n " if line.text[:1].islower() else "\\n" for line in lines[1:])
    return joined([lines[0], *(part for end, line in zip(ends, lines[1:], strict=True) for part in (end, line))])


def _around(value: Tracked, pattern: re.Pattern[str], change: Callable[[Tracked], Tracked]) -> list[Tracked]:
    parts, at = [], 0
    for match in pattern.finditer(value.text):
        parts += [value[at : match.start()], change(value[match.start() : match.end()])]
        at = match.end()
    return [*parts, value[at:]]


def xml_text(report: Tracked, setting: Setting) -> Tracked:
    """Tags around values and paragraphs."""
    words = setting.words("xml")
    root, attributes, pretty = setting.pick(words["roots"]), setting.chance(0.3), setting.chance(0.7)

    def element(field: Field) -> Tracked:
        if not field.short:
            tag = setting.pick(words["text_keys"])
            return joined([f"<{tag}>", whole(field), f"</{tag}>"])
        if setting.mentions.holds(field.label):
            return joined(["<campo><etiqueta>", field.label, "</etiqueta><valor>", field.value, "</valor></campo>"])
        tag = slug(field.label.text, setting.pick(("_", "")))
        if attributes:
            return joined([f'<campo nombre="{tag}" valor="', field.value, '"/>'])
        return joined([f"<{tag}>", field.value, f"</{tag}>"])

    inner = [element(field) for field in fields_of(report, setting)]
    return joined([f"<{root}>", *inner, f"</{root}>"], "\n" if pretty else "")


def hl7(report: Tracked, setting: Setting) -> Tracked:
    """Segments with bars and carets: the patient's fields in one, every other in one of its own."""
    words = setting.words("hl7")
    own: dict[str, Tracked] = {}
    rest: list[Field] = []
    for field in fields_of(report, setting):
        place = _pid_place(field, setting)
        if place and place not in own and not setting.mentions.holds(field.label):
            own[place] = field.value
        else:
            rest.append(field)
    caret = setting.chance(0.6)
    if "name" in own and caret:
        own["name"] = joined(_around(own["name"], _BLANK, lambda _: Tracked.put_in("^")))
    order = ("", "number", "", "name", "", "date", "sex", "", "", "street", "", "phone")
    segments: list[Tracked | str] = [setting.pick(words["heads"])]
    if own:
        segments.append(joined(["PID|1", *(own.get(place, Tracked()) for place in order)], "|"))
    texts = setting.pick(words["texts"])
    for number, field in enumerate(rest, start=1):
        if field.short:
            label = field.label if setting.mentions.holds(field.label) else field.label.text.upper()
            segments.append(joined([f"OBX|{number}|ST|", label, "^^L||", field.value, "||||||F"]))
        else:
            before, _, after = texts.replace("#", str(number)).partition("%")
            segments.append(joined([before, whole(field), after]))
    return joined(segments, "\n")


def _pid_place(field: Field, setting: Setting) -> str:
    meaning = setting.mentions.only(field.value) if field.short else None
    if meaning is None or meaning.role is Role.STAFF:
        return ""
    kinds = {Kind.PERSON: "name", Kind.DATE: "date", Kind.SEX: "sex", Kind.STREET: "street", Kind.PHONE: "phone"}
    return "number" if meaning.kind is Kind.NUMBER else kinds.get(meaning.kind, "")


def csv_rows(report: Tracked, setting: Setting) -> Tracked:
    """A row of names and a row of values, or a row for each field; text with separators or quotes in quotes."""
    words = setting.words("csv")
    separator, quoting, long = setting.pick(words["separators"]), setting.chance(0.4), setting.chance(0.4)
    text_column = setting.pick(words["text_columns"])

    def cell(value: Tracked) -> Tracked:
        if not quoting and separator not in value.text and '"' not in value.text:
            return value
        return joined(['"', *_around(value, re.compile('"'), lambda sign: joined(['"', sign])), '"'])

    names, values, text = [], [], []
    for field in fields_of(report, setting):
        if not field.short:
            text.append(whole(field))
            continue
        told = setting.mentions.holds(field.label)
        names.append(field.label if told else Tracked.put_in(slug(field.label.text)))
        values.append(field.value)
    names.append(Tracked.put_in(text_column))
    values.append(joined(text, " "))
    if long:
        return joined([joined([name, cell(value)], separator) for name, value in zip(names, values, strict=True)], "\n")
    return joined([joined(names, separator), joined(map(cell, values), separator)], "\n")


def device(report: Tracked, setting: Setting) -> Tracked:
    """A monitor's or device's print: narrow capitals, short labels, several fields a row, measures between."""
    words = setting.words("monitor")
    width = setting.random.randint(32, 60)
    separator, between = setting.pick((":", " ", ": ", "=", ">")), setting.pick(("  ", " ", "\n", "\t", "   "))

    def measures() -> Tracked:
        return Tracked.put_in("\n".join(setting.random.sample(words["measures"], setting.random.randint(1, 3))))

    def form(fields: Sequence[Field]) -> Tracked:
        cells = [whole(relabelled(field, setting, words["labels"]), separator) for field in fields]
        count = 1 if between == "\n" else setting.random.randint(1, 3)
        rows = [joined(cells[at : at + count], between) for at in range(0, len(cells), count)]
        return joined([*rows, measures()], "\n")

    laid = relaid(report, setting, form, lambda line: cut(line, width, 0.0, setting))
    change = setting.pick((CAPITALS, CAPITALS, AS_IS))
    return joined([measures(), laid], "\n").each(lambda character: change(without_accent(character)))


def _relabelled(field: Field, setting: Setting) -> Field:
    return relabelled(field, setting) if setting.chance(0.5) else field


def _padded(cells: Sequence[Tracked], widths: Sequence[int]) -> Tracked:
    *first, last = zip(cells, widths, strict=True)
    return joined([*(joined([cell, " " * (wide - len(cell))]) for cell, wide in first), last[0]])
