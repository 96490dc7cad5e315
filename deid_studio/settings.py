"""Settings: one table of name, type, default and description, read from TOML; only what differs is written."""

from __future__ import annotations

import getpass
import tomllib
from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields
from pathlib import Path
from typing import Any, TypeVar

import tomli_w

from deid_studio.errors import SettingsError, reason

T = TypeVar("T")


def _setting(
    default: T, es: str, en: str, choices: tuple[T, ...] = (), between: tuple[float, float] | None = None
) -> T:
    # The type checker is to see the value's type in the class below, not a Field.
    made: T = field(default=default, metadata={"es": es, "en": en, "choices": choices, "between": between})
    return made


def _login() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):  # no user name in a container
        return ""


@dataclass(frozen=True, slots=True)
class Settings:
    """What a person can set, with what holds until then; `unknown` are keys of the file that are none of these."""

    language: str = _setting("", "Idioma; vacío: el del sistema", "Language; empty: the system's", ("", "es", "en"))
    theme: str = _setting("system", "Aspecto de la ventana", "Look of the window",
                          ("system", "light", "dark", "contrast-light", "contrast-dark"))  # fmt: skip
    font_family: str = _setting("", "Letra del informe; vacío: la del sistema, «monospace»: de ancho fijo",
                                "Typeface of the report; empty: the system's, “monospace”: of fixed width")  # fmt: skip
    font_size: int = _setting(12, "Tamaño de letra del informe (puntos)", "Font size of the report (points)",
                              between=(6, 72))  # fmt: skip
    line_spacing: float = _setting(1.65, "Interlineado del informe", "Line spacing of the report", between=(1.0, 4.0))
    show_line_numbers: bool = _setting(True, "Mostrar números de línea", "Show line numbers")
    wrap_lines: bool = _setting(True, "Ajustar las líneas largas al ancho", "Wrap long lines")
    show_sections: bool = _setting(
        True, "Señalar al margen las partes del informe", "Show the sections of the report at the margin"
    )
    show_class_tags: bool = _setting(
        False, "Mostrar la etiqueta de la clase sobre cada mención", "Show the class tag over every mention"
    )
    reviewer: str = field(
        default_factory=_login,
        metadata={"es": "Nombre de quien revisa", "en": "Name of the reviewer", "choices": (), "between": None},
    )
    model: str = _setting("default", "Modelo: una carpeta, o «default»", "Model: a folder, or “default”")
    size_limit_mb: int = _setting(20, "Tamaño máximo de un informe (MB)", "Largest report (MB)", between=(1, 500))
    recent_folders: tuple[str, ...] = _setting((), "Carpetas abiertas hace poco", "Folders opened lately")
    write_config_files: bool = _setting(
        True, "Escribir la configuración de brat junto a los .ann", "Write brat's configuration beside the .ann"
    )
    second_sweep: bool = _setting(
        True, "Antes de firmar: ofrecer la segunda pasada", "Before signing off: offer the second sweep"
    )
    read_coverage: str = _setting(
        "warn",
        "Al firmar, si hay texto que no se ha leído: nada, avisar o no firmar",
        "At sign-off, when there is text that was not read: nothing, warn or do not sign off",
        ("off", "warn", "block"),
    )
    planted_checks: int = _setting(
        0,
        "Comprobaciones: en qué parte de los informes sin empezar se muestra texto inventado (%); 0: en ninguno",
        "Checks: in what share of reports not begun invented text is planted on the screen (%); 0: in none",
        between=(0, 100),
    )
    bulk_accept_precision: float = _setting(
        0.97,
        "Aceptar juntas las sugerencias de una clase: aciertos que deben ser seguros con el 95 %; 0: siempre",
        "Accept suggestions of a class together: right share that must be sure at 95 %; 0: always",
        between=(0.0, 0.999),
    )
    keys: Mapping[str, tuple[str, ...]] = field(
        default_factory=dict,
        hash=False,
        metadata={
            "es": "Teclas propias: acción y sus teclas",
            "en": "Keys of one's own: an action and its keys",
            "choices": (),
            "between": None,
        },
    )
    class_keys: Mapping[str, tuple[str, ...]] = field(
        default_factory=dict,
        hash=False,
        metadata={
            "es": "Teclas propias de las clases: «esquema/CLASE» y sus teclas",
            "en": "Keys of one's own for classes: “tag set/CLASS” and its keys",
            "choices": (),
            "between": None,
        },
    )
    rules_off: tuple[str, ...] = _setting(
        (), "Reglas desactivadas en todas las carpetas", "Rules that are turned off in every folder"
    )
    unknown: Mapping[str, Any] = field(default_factory=dict, compare=False)


@dataclass(frozen=True, slots=True)
class Setting:
    """One row of the table: `kind` is str, int, float, bool, tuple (of strings) or dict (of such tuples by name);
    `between` are allowed bounds."""

    name: str
    kind: type
    default: Any
    description: Mapping[str, str]
    choices: tuple[Any, ...]
    between: tuple[float, float] | None


def table() -> tuple[Setting, ...]:
    """All settings in their order of display."""
    defaults = Settings()
    return tuple(_row(one, getattr(defaults, one.name)) for one in fields(Settings) if one.metadata)


def _row(one: Field[Any], default: Any) -> Setting:
    about = one.metadata
    return Setting(
        one.name, type(default), default, {"es": about["es"], "en": about["en"]}, about["choices"], about["between"]
    )


def read_settings(path: Path) -> tuple[Settings, tuple[SettingsError, ...]]:
    """The settings in a file, and what is wrong with it; where something is wrong, the default holds.

    A file that is not there is no error. Unknown keys are told and kept for the next writing.
    """
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Settings(), ()
    except OSError as error:
        return Settings(), (SettingsError(path=path, detail=reason(error) or "unreadable"),)
    except (ValueError, RecursionError):  # TOML or UTF-8; hostile nesting
        return Settings(), (SettingsError(path=path, detail="not TOML"),)
    values: dict[str, Any] = {}
    problems: list[SettingsError] = []
    for row in table():
        if row.name in data:
            try:
                values[row.name] = checked(row, data.pop(row.name))
            except ValueError as error:
                problems.append(SettingsError(path=path, detail=f"{row.name}: {error}"))
    problems += [SettingsError(path=path, detail=f"{name}: unknown") for name in data]
    return Settings(**values, unknown=data), tuple(problems)


def checked(row: Setting, value: Any) -> Any:
    """The value in the setting's type; raises ValueError, with the reason, when it cannot be one."""
    if row.kind is tuple and _is_texts(value):
        return tuple(value)
    if row.kind is dict:
        if isinstance(value, Mapping) and all(map(_is_texts, value.values())):
            return {str(name): tuple(texts) for name, texts in value.items()}
        raise ValueError(f"must be {_KINDS[dict]}")
    if row.kind is float and type(value) is int:
        value = float(value)
    if type(value) is not row.kind or row.kind is tuple:
        raise ValueError(f"must be {_KINDS[row.kind]}")
    if row.choices and value not in row.choices:
        raise ValueError(f"must be one of {', '.join(repr(choice) for choice in row.choices)}")
    if row.between and isinstance(value, int | float) and not row.between[0] <= value <= row.between[1]:
        raise ValueError(f"must lie between {row.between[0]:g} and {row.between[1]:g}")
    return value


def _is_texts(value: Any) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(one, str) for one in value)


_KINDS = {
    str: "text",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    tuple: "a list of texts",
    dict: "a table of lists of texts",
}


def to_toml(settings: Settings) -> bytes:
    """The file's content: what differs from the defaults, and the unknown keys."""
    values = {row.name: getattr(settings, row.name) for row in table() if getattr(settings, row.name) != row.default}
    data = {name: _as_toml(value) for name, value in values.items()}
    return tomli_w.dumps({**data, **settings.unknown}).encode("utf-8")


def _as_toml(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: list(texts) for name, texts in value.items()}
    return list(value) if isinstance(value, tuple) else value
