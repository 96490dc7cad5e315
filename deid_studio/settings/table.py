"""The table of settings: everything that is known of one stands in its entry here."""

from __future__ import annotations

import functools
import getpass
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from typing import Any, TypeVar

from deid_studio.settings.schema import Effect, Offered, Page, Setting, Words, words

T = TypeVar("T")

MONOSPACE = "monospace"  # the typeface of fixed width, whichever the system has


def _setting(default: T, page: Page, title: Words, help: Words | None = None, **more: Any) -> T:
    row = Setting(default, page, title, help or words("", ""), **more)
    # The type checker is to see the value's type in the class below, not a Field.
    made: T
    if isinstance(default, dict):
        made = field(default_factory=dict, hash=False, metadata={"row": row})  # type: ignore[assignment]
    else:
        made = field(default=default, metadata={"row": row})
    return made


def _login() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError, ImportError):  # no user name in a container
        return ""


_NO_KEYS: Mapping[str, tuple[str, ...]] = {}


@dataclass(frozen=True, slots=True)
class Settings:
    """What a person can set, with what holds until then.

    `kept` is what the file says beside that, by key: unknown keys and wrong values, which are written again as long as
    nobody sets them.
    """

    language: str = _setting(
        "",
        Page.LOOKS,
        words("I&dioma (Language)", "Lan&guage (Idioma)"),  # who does not read the window's language is to find it
        choices={
            "": words("Como el sistema", "As the system"),
            "es": words("Español", "Español"),
            "en": words("English", "English"),
        },
        in_menu=True,
    )
    theme: str = _setting(
        "system",
        Page.LOOKS,
        words("&Tema", "T&heme"),
        choices={
            "system": words("Como el sistema", "As the system"),
            "light": words("Claro", "Light"),
            "dark": words("Oscuro", "Dark"),
            "contrast-light": words("Alto contraste, claro", "High contrast, light"),
            "contrast-dark": words("Alto contraste, oscuro", "High contrast, dark"),
        },
        in_menu=True,
    )
    font_family: str = _setting(
        "",
        Page.LOOKS,
        words("Tipo de &letra del informe", "Type&face of the report"),
        choices={
            "": words("Proporcional, la del sistema", "Proportional, the system's"),
            MONOSPACE: words("De ancho fijo", "Of fixed width"),
        },
        offered=Offered.TYPEFACES,
    )
    font_size: int = _setting(
        12, Page.LOOKS, words("Ta&maño de letra", "F&ont size"), between=(6, 72), unit=" pt"
    )  # fmt: skip
    line_spacing: float = _setting(
        1.65, Page.LOOKS, words("&Interlineado", "Line &spacing"), between=(1.0, 4.0), step=0.05
    )
    show_line_numbers: bool = _setting(True, Page.LOOKS, words("&Números de línea", "Line &numbers"), in_menu=True)
    wrap_lines: bool = _setting(
        True,
        Page.LOOKS,
        words("&Ajustar las líneas largas al ancho", "&Wrap long lines"),
        in_menu=True,
        keys=("Alt+Z",),
    )
    show_sections: bool = _setting(
        True, Page.LOOKS, words("Partes del informe al mar&gen", "Se&ctions at the margin"), in_menu=True
    )
    show_class_tags: bool = _setting(
        False,
        Page.LOOKS,
        words("&Etiquetas sobre todas las menciones", "Class &tags over every mention"),
        words(
            "La clase se escribe sobre cada mención, y no solo sobre la actual.",
            "The class is written over each mention, not over the current one alone.",
        ),
        in_menu=True,
        keys=("Ctrl+T",),
    )
    reviewer: str = _setting(
        _login(),
        Page.REVIEW,
        words("&Revisor/a", "&Reviewer"),
        words("El nombre que llevan las firmas y las decisiones.", "The name that sign-offs and decisions bear."),
        otherwise=words("el nombre de usuario en este ordenador", "the user name on this computer"),
    )
    bulk_accept_precision: float = _setting(
        97.0,
        Page.REVIEW,
        words("A&ceptar toda una clase desde", "&Accept all of a class from"),
        words(
            "Qué parte de las sugerencias de una clase debe ser segura que acierta, según sus propios informes"
            " firmados, para que puedan aceptarse juntas (con una confianza del 95 %).",
            "What share of the suggestions of a class must be sure to be right, from your own signed-off reports, for"
            " them to be accepted together (at a confidence of 95 %).",
        ),
        between=(0.0, 99.9),
        lowest=words("siempre", "always"),
        step=0.5,
        unit=" %",
    )
    read_coverage: str = _setting(
        "warn",
        Page.REVIEW,
        words("Te&xto sin leer al firmar", "Te&xt not read at sign-off"),
        words(
            "El texto cuenta como leído cuando ha estado en pantalla el tiempo que se tarda en leerlo: 300 palabras"
            " por minuto.",
            "Text is read when it was on the screen for as long as reading it takes: 300 words a minute.",
        ),
        choices={
            "off": words("No tenerlo en cuenta", "Do not watch it"),
            "warn": words("Avisar antes de firmar", "Ask before signing off"),
            "block": words("No dejar firmar", "Do not sign off"),
        },
    )
    planted_checks: int = _setting(
        0,
        Page.REVIEW,
        words("Compr&obaciones en los informes", "C&hecks in reports"),
        words(
            "En esta parte de los informes que nadie ha empezado, si no son muy cortos, se muestran datos inventados"
            " como si fueran del texto, para medir cuánto ve usted de lo que no está marcado. Solo están en la"
            " pantalla: nunca se guardan, firman, exportan ni se usan para aprender. Los resultados son solo suyos:"
            " Ver, Sus comprobaciones.",
            "In this share of the reports that nobody has begun and that are not very short, invented data are shown"
            " in the text as if they belonged to it, to measure how much of what is unmarked you see. They are on the"
            " screen only: never saved, signed, exported or learnt from. The results are yours alone: View, Your"
            " checks.",
        ),
        between=(0, 100),
        lowest=words("no", "off"),
        step=5,
        unit=" %",
        effect=Effect.NEXT_REPORT,
    )
    second_sweep: bool = _setting(
        True,
        Page.REVIEW,
        words("Antes de &firmar, ofrecer la segunda pasada", "&Before signing off, offer the second sweep"),
        words(
            "Recorre lo que puede habérsele escapado a usted y al detector.",
            "It walks through what you and the detector may have missed.",
        ),
    )
    model: str = _setting(
        "default",
        Page.DETECTION,
        words("&Modelo", "&Model"),
        words(
            "Las sugerencias se hacen de nuevo; lo decidido se queda como está.",
            "Suggestions are made again; what was decided stays as it is.",
        ),
        choices={"default": words("El modelo que trae el programa", "The model that comes with the program")},
        offered=Offered.MODELS,
    )
    rules_off: tuple[str, ...] = _setting(
        (),
        Page.DETECTION,
        words("Reglas desactivadas", "Rules that are off"),
        words(
            "Las de todas las carpetas. Se desactivan en una mención que hizo la regla.",
            "Those of every folder. They are turned off at a mention that the rule made.",
        ),
        action="rules_off",
    )
    size_limit_mb: int = _setting(
        20,
        Page.FILES,
        words("&Tamaño máximo de un informe", "&Largest report"),
        words(
            "Un archivo mayor no se abre: casi siempre es otra cosa que un informe.",
            "A larger file is not opened: it is nearly always something else than a report.",
        ),
        between=(1, 500),
        unit=" MB",
        effect=Effect.NEXT_START,
    )
    write_config_files: bool = _setting(
        True,
        Page.FILES,
        words(
            "deid annotate escribe la &configuración de brat junto a los .ann",
            "deid annotate writes brat's &configuration beside the .ann",
        ),
        words(
            "Con ella se ven las mismas clases y los mismos colores en brat.",
            "With it brat shows the same classes in the same colours.",
        ),
        effect=Effect.NEXT_COMMAND,
    )
    recent_folders: tuple[str, ...] = _setting(
        (),
        Page.FILES,
        words("Carpetas abiertas hace poco", "Folders opened lately"),
        words("Están en Archivo, Abrir recientes.", "They are in File, Open recent."),
    )
    keys: Mapping[str, tuple[str, ...]] = _setting(
        _NO_KEYS,
        Page.KEYBOARD,
        words("Teclas propias de las acciones", "Your own keys for actions"),
        words(
            "En el archivo, a cada acción sus teclas; una lista vacía se las quita.",
            "In the file, each action with its keys; an empty list takes them away.",
        ),
        action="keys",
    )
    class_keys: Mapping[str, tuple[str, ...]] = _setting(
        _NO_KEYS,
        Page.KEYBOARD,
        words("Teclas propias de las clases", "Your own keys for classes"),
        words(
            "En el archivo, a cada «esquema/CLASE» sus teclas.",
            "In the file, each “tag set/CLASS” with its keys.",
        ),
        action="keys",
    )
    kept: Mapping[str, Any] = field(default_factory=dict, compare=False)


@functools.cache
def table() -> tuple[Setting, ...]:
    """All settings; those of a page are in its order."""
    return tuple(replace(one.metadata["row"], name=one.name) for one in fields(Settings) if one.metadata)


def setting_named(name: str) -> Setting:
    """The row of a setting."""
    return next(row for row in table() if row.name == name)
