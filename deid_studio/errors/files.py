"""What cannot be written or used on the disk: files, folders, settings."""

from __future__ import annotations

from deid_studio.errors.base import DeidError, Detail, reason


class WriteError(DeidError):
    """A file could not be written; the old one is intact (`path`, `detail`)."""

    code = "write"
    texts = {
        "es": (
            "No se ha podido escribir {path}: {detail}.",
            "La versión anterior está intacta y las decisiones no se pierden. Libere espacio o revise los"
            " permisos y guarde otra vez.",
        ),
        "en": (
            "{path} could not be written: {detail}.",
            "The previous version is intact and no decision is lost. Free some space or check the permissions,"
            " then save again.",
        ),
    }


class WouldOverwriteError(DeidError):
    """Files that already exist would be replaced (`path`, `count`)."""

    code = "would-overwrite"
    texts = {
        "es": (
            "{count} archivos ya existen en {path}.",
            "Elija otra carpeta; en la línea de órdenes, --force los reemplaza. No se ha escrito nada.",
        ),
        "en": (
            "{count} files exist already in {path}.",
            "Choose another folder; on the command line, --force replaces them. Nothing was written.",
        ),
    }


class SystemRefusedError(DeidError):
    """The operating system refused, and nobody nearer could say what that means (`path`, `detail`)."""

    code = "system-refused"
    texts = {
        "es": (
            "El sistema no ha permitido usar {path}: {detail}.",
            "Los archivos que ya había están intactos. Revise la ruta, los permisos y el espacio, y repita.",
        ),
        "en": (
            "The system did not allow the use of {path}: {detail}.",
            "Files that existed are intact. Check the path, its permissions and the space, then try again.",
        ),
    }

    @classmethod
    def of(cls, error: OSError) -> SystemRefusedError:
        """The error for what an operating system refused; without a file it was the output."""
        return cls(path=error.filename or Detail("la salida", "the output"), detail=reason(error))


class NameClashError(DeidError):
    """Two reports would be written to the same place (`path`, `other`)."""

    code = "name-clash"
    texts = {
        "es": (
            "{path} y {other} se escribirían en el mismo lugar.",
            "Anótelos por separado o cambie el nombre de uno. No se ha escrito nada.",
        ),
        "en": (
            "{path} and {other} would be written to the same place.",
            "Annotate them one by one, or rename one. Nothing was written.",
        ),
    }


class FolderUnusableError(DeidError):
    """A folder cannot be opened or listed (`path`, `detail`)."""

    code = "folder-unusable"
    texts = {
        "es": ("No se puede abrir la carpeta {path}: {detail}.", "Compruebe la ruta y los permisos."),
        "en": ("The folder {path} cannot be opened: {detail}.", "Check the path and its permissions."),
    }


class NoReportsError(DeidError):
    """A folder holds no reports (`path`)."""

    code = "no-reports"
    texts = {
        "es": (
            "No hay informes (.txt, .docx, .pdf, .rtf, .html, .hl7) en {path}.",
            "Elija la carpeta que contiene los informes.",
        ),
        "en": (
            "There are no reports (.txt, .docx, .pdf, .rtf, .html, .hl7) in {path}.",
            "Choose the folder that holds the reports.",
        ),
    }


class FolderReadOnlyError(DeidError):
    """The system refuses to write in a folder (`path`, `detail`)."""

    code = "folder-read-only"
    texts = {
        "es": (
            "Esta carpeta solo se puede leer: {detail}.",
            "Puede verlo todo y exportar una copia. Para revisarla, pida permiso de escritura o copie la carpeta. No"
            " se ha cambiado nada.",
        ),
        "en": (
            "This folder can only be read: {detail}.",
            "You can look at everything and export a copy. To review it, ask for permission to write or copy the"
            " folder. Nothing was changed.",
        ),
    }


class FolderHeldError(FolderReadOnlyError):
    """Another window of this program decides on the reports of a folder (`path`, `who`, `since`)."""

    code = "folder-held"
    texts = {
        "es": (
            "{who} tiene abierta esta carpeta desde {since}: aquí solo se puede leer.",
            "Puede verlo todo y exportar una copia. Vuelva a intentarlo cuando allí la cierren. No se ha cambiado"
            " nada.",
        ),
        "en": (
            "{who} has had this folder open since {since}: here it can only be read.",
            "You can look at everything and export a copy. Try again once it is closed there. Nothing was changed.",
        ),
    }


class SettingsError(DeidError):
    """The settings cannot be understood (`path`, `detail`)."""

    code = "settings"
    texts = {
        "es": (
            "Los ajustes {path} no son válidos: {detail}.",
            "Corrija o borre ese archivo; se usan los valores por defecto.",
        ),
        "en": ("The settings {path} are not valid: {detail}.", "Correct or delete that file; the defaults are used."),
    }


class SettingsFileError(DeidError):
    """The file of the settings cannot be read (`path`, `detail`)."""

    code = "settings_file"
    texts = {
        "es": (
            "Los ajustes {path} no se pueden leer: {detail}.",
            "Corrija o borre ese archivo; hasta entonces valen los valores por defecto y en él no se cambia nada.",
        ),
        "en": (
            "The settings {path} cannot be read: {detail}.",
            "Correct or delete that file; until then the defaults hold and nothing is changed in it.",
        ),
    }


class SettingError(DeidError):
    """A setting cannot have the value that the file gives it (`path`, `line`, `name`, `detail`, `default`)."""

    code = "setting"
    texts = {
        "es": (
            "En los ajustes {path}, línea {line}: {name} {detail}.",
            "Corrija esa línea o elija un valor en Ajustes; hasta entonces vale {default}.",
        ),
        "en": (
            "In the settings {path}, line {line}: {name} {detail}.",
            "Correct that line, or choose a value in the settings; until then {default} holds.",
        ),
    }


class UnknownSettingError(DeidError):
    """The file of the settings has a key that is no setting (`path`, `line`, `name`)."""

    code = "unknown_setting"
    texts = {
        "es": (
            "En los ajustes {path}, línea {line}: no hay ningún ajuste {name}.",
            "Corrija o borre esa línea; no hace nada.",
        ),
        "en": (
            "In the settings {path}, line {line}: there is no setting {name}.",
            "Correct or delete that line; it does nothing.",
        ),
    }
