"""Everything a person can be told went wrong: a code, what happened, what is safe, what to do.

Every error that may reach a person is a `DeidError`. Its texts exist in Spanish and English and never hold
text of a report: paths, line numbers and counts only. Programming errors are ordinary Python exceptions.
"""

from __future__ import annotations

import errno
import re
from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Detail:
    """A part of an error's text in both languages, passed as a keyword argument."""

    es: str
    en: str

    def __str__(self) -> str:
        return self.en


# What operating systems refuse with, in words; anything else stays as the system says it.
_REASONS_ES = {
    errno.EACCES: "permiso denegado",
    errno.EPERM: "operación no permitida",
    errno.ENOENT: "no existe",
    errno.ENOSPC: "no queda espacio en el disco",
    errno.EDQUOT: "se ha agotado la cuota de disco",
    errno.EROFS: "el disco es de solo lectura",
    errno.EISDIR: "es una carpeta",
    errno.ENOTDIR: "no es una carpeta",
    errno.EIO: "error de lectura o escritura del disco",
    errno.ENAMETOOLONG: "el nombre es demasiado largo",
    errno.EBUSY: "está en uso",
    errno.EFBIG: "el archivo es demasiado grande",
}


_NO_TEXT = re.compile("[\ud800-\udfff]")


def reason(error: OSError) -> Detail:
    """Why the operating system refused, in both languages."""
    words = error.strerror or type(error).__name__
    return Detail(_REASONS_ES.get(error.errno or 0, words), words)


def printable(name: str) -> str:
    """A file name with what is no text in it (bytes that are not UTF-8) as `%` and two hexadecimal digits."""
    return _NO_TEXT.sub(lambda found: f"%{ord(found[0]) & 0xFF:02X}", name)


class DeidError(Exception):
    """A failure explained to a person.

    Keyword arguments fill the templates. `texts` maps a language code to (what happened, what to do);
    both say what is safe where something could be at risk.
    """

    code: ClassVar[str] = "error"
    texts: ClassVar[dict[str, tuple[str, str]]] = {
        "es": ("Algo ha fallado: {detail}.", "Inténtelo de nuevo."),
        "en": ("Something failed: {detail}.", "Try again."),
    }

    def __init__(self, **params: object) -> None:
        super().__init__(params)
        self.params = params

    def what(self, language: str = "en") -> str:
        """What happened, one or two sentences in `language` ("es" or "en")."""
        return self._filled(language, 0)

    def remedy(self, language: str = "en") -> str:
        """What the person can do now, in `language` ("es" or "en")."""
        return self._filled(language, 1)

    def _filled(self, language: str, part: int) -> str:
        params = {
            name: value.es if isinstance(value, Detail) and language == "es" else value
            for name, value in self.params.items()
        }
        return printable(self.texts.get(language, self.texts["en"])[part].format(**params))

    def __str__(self) -> str:
        return f"{self.what()} {self.remedy()}"

    def __reduce__(self) -> tuple[object, ...]:
        # Errors cross from the worker process to the window: rebuild from the parameters.
        return (_rebuild, (type(self), self.params))


def _rebuild(kind: type[DeidError], params: dict[str, object]) -> DeidError:
    return kind(**params)


class CancelledError(DeidError):
    """Long work was stopped on request; everything is as it was before."""

    code = "cancelled"
    texts = {
        "es": ("Operación cancelada.", "Todo ha quedado como estaba."),
        "en": ("Cancelled.", "Everything is as it was."),
    }


# --- reading reports -----------------------------------------------------------------------------------------


class ReportUnreadableError(DeidError):
    """The operating system refused to read (`path`, `detail`)."""

    code = "report-unreadable"
    texts = {
        "es": ("No se puede leer {path}: {detail}.",
               "Compruebe que existe y que tiene permiso para leerlo. No se ha cambiado nada."),
        "en": ("{path} cannot be read: {detail}.", "Check that it is there and may be read. Nothing was changed."),
    }


class ReportBinaryError(DeidError):
    """The file holds bytes that no text holds (`path`)."""

    code = "report-binary"
    texts = {
        "es": ("{path} no es un texto: contiene datos binarios.",
               "Ábralo con su programa y guárdelo como texto UTF-8. No se ha cambiado nada."),
        "en": ("{path} is not text: it holds binary data.",
               "Open it in its own program and save it as UTF-8 text. Nothing was changed."),
    }


class ReportTooLargeError(DeidError):
    """The report is larger than the limit (`path`, `size_mb`, `limit_mb`)."""

    code = "report-too-large"
    texts = {
        "es": ("{path} ocupa {size_mb} MB; el límite es {limit_mb} MB.",
               "Divídalo en informes más pequeños. No se ha cambiado nada."),
        "en": ("{path} has {size_mb} MB; the limit is {limit_mb} MB.",
               "Split it into smaller reports. Nothing was changed."),
    }


class EncodingUnknownError(DeidError):
    """The bytes are no encoding that is recognised with certainty (`path`)."""

    code = "encoding-unknown"
    texts = {
        "es": ("No se reconoce la codificación de {path}.",
               "Guárdelo como UTF-8 y vuelva a abrirlo. No se ha cambiado nada."),
        "en": ("The encoding of {path} is not recognised.",
               "Save it as UTF-8 and open it again. Nothing was changed."),
    }


# --- BRAT ----------------------------------------------------------------------------------------------------


class BratSyntaxError(DeidError):
    """A line of an `.ann` or `.conf` cannot be understood (`path`, `line`, `detail`)."""

    code = "brat-syntax"
    texts = {
        "es": ("{path}, línea {line}: {detail}.",
               "Corrija esa línea o aparte el archivo. No se ha cambiado nada."),
        "en": ("{path}, line {line}: {detail}.",
               "Correct that line or move the file away. Nothing was changed."),
    }


class BratTextMismatchError(DeidError):
    """An annotation's text is not what the report holds at its offsets (`path`, `line`)."""

    code = "brat-text-mismatch"
    texts = {
        "es": ("{path}, línea {line}: el texto anotado no coincide con el informe en esa posición.",
               "El informe o las anotaciones cambiaron. Recupere la pareja original o aparte el .ann."
               " No se ha cambiado nada."),
        "en": ("{path}, line {line}: the annotated text is not what the report holds there.",
               "The report or the annotations were changed. Restore the matching pair or move the .ann away."
               " Nothing was changed."),
    }


class BratSpanNeededError(DeidError):
    """A relation or event still needs the span that is to be deleted (`path`, `span_id`, `needed_by`)."""

    code = "brat-span-needed"
    texts = {
        "es": ("{path}: la mención {span_id} forma parte de {needed_by}.",
               "Acepte la mención, o elimine antes esa relación o evento en brat. La mención sigue en el archivo."),
        "en": ("{path}: span {span_id} is part of {needed_by}.",
               "Accept the span, or remove that relation or event in brat first. The span is still in the file."),
    }


class UnknownClassError(DeidError):
    """A class that the tag set does not hold (`phi_class`, `path`, `line`)."""

    code = "unknown-class"
    texts = {
        "es": ("{path}, línea {line}: la clase {phi_class} no está en el conjunto de clases.",
               "Añádala a annotation.conf o elija el conjunto de clases de este proyecto. No se ha cambiado nada."),
        "en": ("{path}, line {line}: the class {phi_class} is not in the tag set.",
               "Add it to annotation.conf or choose this project's tag set. Nothing was changed."),
    }


class TagSetError(DeidError):
    """A tag set cannot be used (`path`, `detail`)."""

    code = "tagset"
    texts = {
        "es": ("El conjunto de clases {path} no es válido: {detail}.", "Corríjalo y vuelva a abrir la carpeta."),
        "en": ("The tag set {path} is not valid: {detail}.", "Correct it and open the folder again."),
    }


class NoClassesError(TagSetError):
    """An `annotation.conf` that defines no class, so that the default ones are used (`path`)."""

    code = "no-classes"
    texts = {
        "es": ("{path} no define ninguna clase en [entities]; se usan las clases predeterminadas.",
               "Si quiere otras, añádalas a ese archivo y vuelva a abrir la carpeta."),
        "en": ("{path} defines no class in [entities]; the default classes are used.",
               "If you want others, add them to that file and open the folder again."),
    }


class PatientTableError(DeidError):
    """A table of patient fields cannot be understood (`path`, `line`, `detail`: never a value of the table)."""

    code = "patient-table"
    texts = {
        "es": ("{path}, línea {line}: {detail}.",
               "Corrija la tabla (una fila por informe, con la columna «informe») y ábrala de nuevo. No se ha cambiado"
               " nada."),
        "en": ("{path}, line {line}: {detail}.",
               "Correct the table (a row for each report, with a column “report”) and open it again. Nothing was"
               " changed."),
    }


class PeopleTableError(DeidError):
    """A list of people, or of whose report is whose, cannot be understood (`path`, `line`, `detail`: no value)."""

    code = "people-table"
    texts = {
        "es": ("{path}, línea {line}: {detail}.",
               "Corrija la tabla (una cabecera y una fila por persona o informe) y repita. No se ha escrito nada."),
        "en": ("{path}, line {line}: {detail}.",
               "Correct the table (a header, and a row for each person or report) and repeat. Nothing was written."),
    }


class NothingToAttackError(DeidError):
    """A folder holds no released report that could be read (`path`)."""

    code = "nothing-to-attack"
    texts = {
        "es": ("En {path} no hay ningún informe publicado que se pueda leer.",
               "Indique la carpeta que escribió «deid release» (.txt, .csv, .jsonl, .docx o .pdf)."),
        "en": ("There is no released report in {path} that can be read.",
               "Name the folder that “deid release” wrote (.txt, .csv, .jsonl, .docx or .pdf)."),
    }


# --- writing -------------------------------------------------------------------------------------------------


class WriteError(DeidError):
    """A file could not be written; the old one is intact (`path`, `detail`)."""

    code = "write"
    texts = {
        "es": ("No se ha podido escribir {path}: {detail}.",
               "La versión anterior está intacta y las decisiones no se pierden. Libere espacio o revise los"
               " permisos y guarde otra vez."),
        "en": ("{path} could not be written: {detail}.",
               "The previous version is intact and no decision is lost. Free some space or check the permissions,"
               " then save again."),
    }


class WouldOverwriteError(DeidError):
    """Files that already exist would be replaced (`path`, `count`)."""

    code = "would-overwrite"
    texts = {
        "es": ("{count} archivos ya existen en {path}.",
               "Elija otra carpeta; en la línea de órdenes, --force los reemplaza. No se ha escrito nada."),
        "en": ("{count} files exist already in {path}.",
               "Choose another folder; on the command line, --force replaces them. Nothing was written."),
    }


class SystemRefusedError(DeidError):
    """The operating system refused, and nobody nearer could say what that means (`path`, `detail`)."""

    code = "system-refused"
    texts = {
        "es": ("El sistema no ha permitido usar {path}: {detail}.",
               "Los archivos que ya había están intactos. Revise la ruta, los permisos y el espacio, y repita."),
        "en": ("The system did not allow the use of {path}: {detail}.",
               "Files that existed are intact. Check the path, its permissions and the space, then try again."),
    }

    @classmethod
    def of(cls, error: OSError) -> SystemRefusedError:
        """The error for what an operating system refused; without a file it was the output."""
        return cls(path=error.filename or Detail("la salida", "the output"), detail=reason(error))


class NameClashError(DeidError):
    """Two reports would be written to the same place (`path`, `other`)."""

    code = "name-clash"
    texts = {
        "es": ("{path} y {other} se escribirían en el mismo lugar.",
               "Anótelos por separado o cambie el nombre de uno. No se ha escrito nada."),
        "en": ("{path} and {other} would be written to the same place.",
               "Annotate them one by one, or rename one. Nothing was written."),
    }


# --- folders and projects ------------------------------------------------------------------------------------


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
        "es": ("No hay informes (.txt, .docx, .pdf, .rtf, .html, .hl7) en {path}.",
               "Elija la carpeta que contiene los informes."),
        "en": ("There are no reports (.txt, .docx, .pdf, .rtf, .html, .hl7) in {path}.",
               "Choose the folder that holds the reports."),
    }


class ManifestDamagedError(DeidError):
    """The list of the retraining data was damaged and is made anew from the sign-offs (`path`, `aside`)."""

    code = "manifest-damaged"
    texts = {
        "es": ("{path} estaba dañado. Se ha guardado aparte como {aside} y se ha rehecho con los informes firmados.",
               "No tiene que hacer nada: las firmas y los .ann están intactos."),
        "en": ("{path} was damaged. It was put aside as {aside} and made anew from the signed-off reports.",
               "You need not do anything: sign-offs and .ann files are intact."),
    }


class JournalError(DeidError):
    """The project's journal cannot be read or written (`path`, `detail`)."""

    code = "journal"
    texts = {
        "es": ("No se puede usar el diario del proyecto {path}: {detail}.",
               "Los informes y los .ann están intactos. La última decisión no se ha guardado: libere espacio o"
               " revise los permisos y repítala."),
        "en": ("The project's journal {path} cannot be used: {detail}.",
               "Reports and .ann files are intact. The last decision was not saved: free some space or check the"
               " permissions, then repeat it."),
    }


class ChangedOnDiskError(DeidError):
    """Another program changed a file that is open here (`path`)."""

    code = "changed-on-disk"
    texts = {
        "es": ("Otro programa ha cambiado {path}.", "Elija qué versión conservar; no se ha sobrescrito nada."),
        "en": ("Another program has changed {path}.", "Choose which version to keep; nothing was overwritten."),
    }


class OvertakenError(DeidError):
    """Another window of this program decided on a report since it was opened here (`path`)."""

    code = "overtaken"
    texts = {
        "es": ("Se ha trabajado en {path} desde otra ventana.",
               "El informe se muestra ahora con esas decisiones; repita la última de las suyas si hace falta."),
        "en": ("{path} was worked on in another window.",
               "The report is now shown with those decisions; repeat your last one if need be."),
    }


class FolderReadOnlyError(DeidError):
    """The system refuses to write in a folder (`path`, `detail`)."""

    code = "folder-read-only"
    texts = {
        "es": ("Esta carpeta solo se puede leer: {detail}.",
               "Puede verlo todo y exportar una copia. Para revisarla, pida permiso de escritura o copie la carpeta. No"
               " se ha cambiado nada."),
        "en": ("This folder can only be read: {detail}.",
               "You can look at everything and export a copy. To review it, ask for permission to write or copy the"
               " folder. Nothing was changed."),
    }


class FolderHeldError(FolderReadOnlyError):
    """Another window of this program decides on the reports of a folder (`path`, `who`, `since`)."""

    code = "folder-held"
    texts = {
        "es": ("{who} tiene abierta esta carpeta desde {since}: aquí solo se puede leer.",
               "Puede verlo todo y exportar una copia. Vuelva a intentarlo cuando allí la cierren. No se ha cambiado"
               " nada."),
        "en": ("{who} has had this folder open since {since}: here it can only be read.",
               "You can look at everything and export a copy. Try again once it is closed there. Nothing was changed."),
    }


class EditError(DeidError):
    """A decision that is not possible on this report (`detail`)."""

    code = "edit"
    texts = {
        "es": ("Esa decisión no es posible: {detail}.", "No se ha cambiado nada."),
        "en": ("That decision is not possible: {detail}.", "Nothing was changed."),
    }


class SecondReaderError(DeidError):
    """A report that another person is to read as well was signed by this one (`who`)."""

    code = "second-reader"
    texts = {
        "es": ("Este informe debe leerlo y firmarlo también otra persona: {who} ya lo ha firmado.",
               "Su firma se mantiene. La otra persona lo firma con su nombre, que se cambia en la configuración."),
        "en": ("Another person must read and sign this report as well: {who} has signed it already.",
               "That sign-off stays. The other person signs with their own name, which is changed in the settings."),
    }


# --- models --------------------------------------------------------------------------------------------------


class ModelMissingError(DeidError):
    """There is no model at the path (`path`)."""

    code = "model-missing"
    texts = {
        "es": ("No hay ningún modelo en {path}.",
               "Elija otro con --model o entrene uno con «deid train». Puede anotar a mano mientras tanto."),
        "en": ("There is no model at {path}.",
               "Choose another with --model or train one with “deid train”. You can annotate by hand meanwhile."),
    }


class ModelDamagedError(DeidError):
    """A model's files are not what was written, or are of another version of the program (`path`, `detail`)."""

    code = "model-damaged"
    texts = {
        "es": ("El modelo {path} no se puede usar: {detail}.",
               "Vuelva a instalarlo o entrénelo de nuevo. Puede anotar a mano mientras tanto."),
        "en": ("The model {path} cannot be used: {detail}.",
               "Install it again or train it anew. You can annotate by hand meanwhile."),
    }


class WorkerLostError(DeidError):
    """The process that pre-annotates ended unexpectedly on a report (`path`)."""

    code = "worker-lost"
    texts = {
        "es": ("La preanotación de {path} terminó de forma inesperada.",
               "Puede anotar ese informe a mano; los demás siguen su curso."),
        "en": ("Pre-annotating {path} ended unexpectedly.",
               "You can annotate that report by hand; the others go on."),
    }


class WorkerNotStartedError(DeidError):
    """The process that pre-annotates ended before its model was loaded (`path`: the model)."""

    code = "worker-not-started"
    texts = {
        "es": ("El detector no ha podido ponerse en marcha con el modelo {path}.",
               "Puede anotar a mano; vuelva a abrir la carpeta para intentarlo de nuevo."),
        "en": ("The detector could not be started with the model {path}.",
               "You can annotate by hand; open the folder again to try once more."),
    }


class DetectionFailedError(DeidError):
    """The detector failed on a report (`path`, `detail`: the kind of failure, never text)."""

    code = "detection-failed"
    texts = {
        "es": ("El detector ha fallado en {path} ({detail}).",
               "Puede anotar ese informe a mano; los demás siguen su curso."),
        "en": ("The detector failed on {path} ({detail}).",
               "You can annotate that report by hand; the others go on."),
    }


class ProfileError(DeidError):
    """A profile cannot be used (`path`, `detail`: the key and what is wrong with it)."""

    code = "profile"
    texts = {
        "es": ("El perfil {path} no es válido: {detail}.",
               "Corríjalo o elija otro con --profile. No se ha cambiado nada."),
        "en": ("The profile {path} is not valid: {detail}.",
               "Correct it, or choose another with --profile. Nothing was changed."),
    }


class GrammarError(DeidError):
    """A grammar cannot be used (`path`, `detail`)."""

    code = "grammar"
    texts = {
        "es": ("La gramática {path} no es válida: {detail}.",
               "Corríjala y compruébela con «deid grammar check». No se ha cambiado nada."),
        "en": ("The grammar {path} is not valid: {detail}.",
               "Correct it and check it with “deid grammar check”. Nothing was changed."),
    }


class GazetteerSourceError(DeidError):
    """A list cannot be read as a gazetteer (`path`, `detail`)."""

    code = "gazetteer-source"
    texts = {
        "es": ("No se puede importar {path}: {detail}.",
               "Elija otra columna con --column o revise el archivo. No se ha cambiado nada."),
        "en": ("{path} cannot be imported: {detail}.",
               "Choose another column with --column or check the file. Nothing was changed."),
    }


class TrainingDataError(DeidError):
    """The annotated reports cannot be trained on (`path`, `detail`)."""

    code = "training-data"
    texts = {
        "es": ("No se puede entrenar con {path}: {detail}.", "Revise los informes anotados. No se ha escrito nada."),
        "en": ("{path} cannot be trained on: {detail}.", "Check the annotated reports. Nothing was written."),
    }


class SettingsError(DeidError):
    """The settings cannot be understood (`path`, `detail`)."""

    code = "settings"
    texts = {
        "es": ("Los ajustes {path} no son válidos: {detail}.",
               "Corrija o borre ese archivo; se usan los valores por defecto."),
        "en": ("The settings {path} are not valid: {detail}.",
               "Correct or delete that file; the defaults are used."),
    }


# --- documents -----------------------------------------------------------------------------------------------


class ChecksDamagedError(DeidError):
    """The private file of a reviewer's checks cannot be read (`path`, `detail`)."""

    code = "checks-damaged"
    texts = {
        "es": ("El resumen privado de sus comprobaciones no se puede leer: {detail}.",
               "No afecta a ningún informe. Mientras tanto no se muestra texto de prueba; puede borrar el resumen en"
               " Ver > Sus comprobaciones ({path})."),
        "en": ("The private summary of your checks cannot be read: {detail}.",
               "No report is affected. No planted text is shown meanwhile; you can delete the summary in"
               " View > Your checks ({path})."),
    }


class DocumentDamagedError(DeidError):
    """A document is damaged, or is of another form than its name says (`path`)."""

    code = "document-damaged"
    texts = {
        "es": ("No se puede leer {path}: está dañado o no es lo que indica su extensión.",
               "Ábralo con su programa y guárdelo de nuevo, o guárdelo como texto UTF-8. No se ha escrito nada."),
        "en": ("{path} cannot be read: it is damaged, or not what its name says.",
               "Open it in its own program and save it anew, or save it as UTF-8 text. Nothing was written."),
    }


class DocumentOldWordError(DocumentDamagedError):
    """A document of Word 97–2003, whatever its name says (`path`)."""

    code = "document-old-word"
    texts = {
        "es": ("{path} es un documento de una versión antigua de Office (.doc).",
               "Ábralo con Word o LibreOffice y guárdelo como .docx. No se ha escrito nada."),
        "en": ("{path} is a document of an old version of Office (.doc).",
               "Open it in Word or LibreOffice and save it as .docx. Nothing was written."),
    }


class DocumentLockedError(DeidError):
    """A document cannot be read without its password (`path`)."""

    code = "document-locked"
    texts = {
        "es": ("{path} está protegido con contraseña.",
               "Ábralo con su programa, guarde una copia sin contraseña y conviértala. No se ha escrito nada."),
        "en": ("{path} is protected by a password.",
               "Open it in its own program, save a copy without a password and convert that. Nothing was written."),
    }


class DocumentTooLargeError(DeidError):
    """A document holds more than can be read, whatever its file's size (`path`, `limit_mb`)."""

    code = "document-too-large"
    texts = {
        "es": ("{path} contiene más de {limit_mb} MB una vez desempaquetado, o demasiadas páginas.",
               "Divídalo en documentos más pequeños. No se ha escrito nada."),
        "en": ("{path} holds more than {limit_mb} MB once it is unpacked, or too many pages.",
               "Split it into smaller documents. Nothing was written."),
    }


class DocumentWithoutTextError(DeidError):
    """A document holds no text that can be read (`path`)."""

    code = "document-without-text"
    texts = {
        "es": ("{path} no contiene texto: está vacío o es una imagen escaneada.",
               "Si es un escaneado, reconozca antes su texto (OCR) o transcríbalo. No se ha escrito nada."),
        "en": ("{path} holds no text: it is empty, or a scanned image.",
               "If it was scanned, have its text recognised first (OCR), or type it. Nothing was written."),
    }


class DocumentTooHardError(DeidError):
    """Reading a document took too long, too much memory, or ended the process (`path`)."""

    code = "document-too-hard"
    texts = {
        "es": ("La lectura de {path} no ha terminado: tardaba demasiado o falló el programa que lo lee.",
               "Ábralo con su programa y guárdelo de nuevo o como texto UTF-8. Los demás siguen su curso."),
        "en": ("Reading {path} did not end well: it took too long, or what reads it failed.",
               "Open it in its own program and save it anew or as UTF-8 text. The others go on."),
    }


class TextKeptError(DeidError):
    """A document changed, and its text, which was edited or annotated since, stays as it is (`path`: the text)."""

    code = "text-kept"
    texts = {
        "es": ("{path} se queda como estaba: se ha editado o anotado desde que se convirtió el documento.",
               "Para revisar la versión nueva, guarde el documento con otro nombre y conviértalo."),
        "en": ("{path} stays as it was: it was edited or annotated since its document was converted.",
               "To review the new version, save the document under another name and convert that."),
    }


class OnlyDocumentsError(NoReportsError):
    """A folder holds documents, and none of them has been converted to text (`path`, `count`)."""

    code = "only-documents"
    texts = {
        "es": ("Los informes de {path} son documentos que aún no se han convertido a texto ({count}).",
               "Conviértalos con el botón de arriba; los documentos no se tocan."),
        "en": ("The reports in {path} are documents that have not been converted to text yet ({count}).",
               "Convert them with the button above; the documents are left as they are."),
    }


class PolicyError(DeidError):
    """A release policy cannot be used (`path`, `detail`)."""

    code = "policy"
    texts = {
        "es": ("No se puede usar la política de publicación {path}: {detail}.",
               "Corríjala o elija otra. No se ha escrito nada."),
        "en": ("The release policy {path} cannot be used: {detail}.",
               "Correct it or choose another. Nothing was written."),
    }


class PassphraseError(DeidError):
    """A vault cannot be opened or made with what was given as a passphrase (`path`, `detail`)."""

    code = "passphrase"
    texts = {
        "es": ("No se puede usar la contraseña del archivo de códigos {path}: {detail}.",
               "Escríbala de nuevo. Sin ella nadie puede recuperar los textos originales, tampoco este programa."
               " No se ha cambiado nada."),
        "en": ("The passphrase of the vault {path} cannot be used: {detail}.",
               "Type it again. Without it nobody can have the original texts back, nor can this program."
               " Nothing was changed."),
    }


class VaultDamagedError(DeidError):
    """A vault was changed, cut short, or is none (`path`)."""

    code = "vault-damaged"
    texts = {
        "es": ("El archivo de códigos {path} está dañado o no lo es: su contenido no se puede comprobar.",
               "Use una copia de seguridad. No se ha cambiado nada, y no se ha mostrado nada de él."),
        "en": ("The vault {path} is damaged, or is none: its content cannot be verified.",
               "Use a backup. Nothing was changed, and nothing of it was shown."),
    }


class NothingToReleaseError(DeidError):
    """None of a folder's reports may leave (`path`, `count`: how many were left out)."""

    code = "nothing-to-release"
    texts = {
        "es": ("Ningún informe de {path} se puede publicar: {count} no están firmados o no se pudieron leer.",
               "Fírmelos, o pida que se incluyan los informes sin firmar. No se ha escrito nada."),
        "en": ("No report of {path} can be released: {count} are not signed off or could not be read.",
               "Sign them off, or ask for unsigned reports to be included. Nothing was written."),
    }


class LeaksFoundError(DeidError):
    """A release was held back by its leak check (`count` hits in `reports` reports)."""

    code = "leaks-found"
    texts = {
        "es": ("No se ha publicado: la búsqueda encontró posibles fugas: {count} (informes: {reports}).",
               "Márquelas en los informes o diga que no son datos personales, y repita. No se ha escrito nada."),
        "en": ("Nothing was released: the leak check found {count} hits in {reports} reports.",
               "Mark them in the reports, or say that they are no personal data, and repeat. Nothing was written."),
    }


class ReleaseFolderError(DeidError):
    """A release cannot go into this folder (`path`): it lies with the reports, or holds something else (`inside`)."""

    code = "release-folder"
    texts = {
        "es": ("No se puede publicar en {path}: contiene otros archivos, o está junto a los informes originales.",
               "Elija una carpeta nueva, vacía o con una publicación anterior. No se ha escrito nada."),
        "en": ("The release cannot go into {path}: it holds other files, or lies with the original reports.",
               "Choose a folder that is new, empty, or holds an earlier release. Nothing was written."),
    }


class DocumentTextChangedError(DeidError):
    """A document's layout cannot be kept: its text is no longer the one that was reviewed (`path`)."""

    code = "document-text-changed"
    texts = {
        "es": ("{path} no tiene el mismo texto que el informe revisado: ha cambiado uno de los dos.",
               "Conviértalo y revíselo de nuevo, o publique sin conservar el diseño de Word. No se ha escrito nada."),
        "en": ("{path} does not have the text of the reviewed report: one of the two was changed.",
               "Convert and review it again, or release without keeping Word's layout. Nothing was written."),
    }


class DocumentMacrosError(DeidError):
    """A document with macros cannot leave (`path`)."""

    code = "document-macros"
    texts = {
        "es": ("{path} contiene macros y no puede publicarse con su diseño.",
               "Guárdelo en Word sin macros (.docx) y conviértalo, o publique sin conservar el diseño de Word. No se"
               " ha escrito nada."),
        "en": ("{path} holds macros and cannot be released in its layout.",
               "Save it in Word without macros (.docx) and convert it, or release without keeping Word's layout. "
               "Nothing was written."),
    }


class DocumentNotCleanError(DeidError):
    """A document still holds something decided after it was cleaned (`path`, `count`: in how many of its parts)."""

    code = "document-not-clean"
    texts = {
        "es": ("{path} sigue conteniendo un dato decidido en {count} de sus partes después de limpiarlo.",
               "Publique sin conservar el diseño de Word: el documento se hace de nuevo a partir del texto. No se ha "
               "escrito nada."),
        "en": ("{path} still holds something that was decided in {count} of its parts after it was cleaned.",
               "Release without keeping Word's layout: the document is then made anew from its text. Nothing was "
               "written."),
    }


class VaultPlaceError(DeidError):
    """A vault cannot be made here (`path`): there is a file already, or it would leave with the released reports."""

    code = "vault-place"
    texts = {
        "es": ("El archivo de códigos no se puede guardar en {path}: ya existe, o saldría con los informes publicados.",
               "Elija otro nombre o una carpeta aparte. No se ha escrito nada."),
        "en": ("The vault cannot be kept at {path}: it exists already, or would leave with the released reports.",
               "Choose another name, or a folder apart. Nothing was written."),
    }


class NotRestoredError(DeidError):
    """Some released reports could not be brought back: they are missing or were changed (`path`, `count`)."""

    code = "not-restored"
    texts = {
        "es": ("{count} informes de {path} no se pudieron recuperar: faltan, o su texto ha cambiado.",
               "Use la carpeta tal como se publicó. Los demás están recuperados; nada se ha perdido."),
        "en": ("{count} reports of {path} could not be brought back: they are missing, or their text was changed.",
               "Use the folder as it was released. The others were brought back; nothing was lost."),
    }
