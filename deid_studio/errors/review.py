"""What hinders a decision, or the keeping of it."""

from __future__ import annotations

from deid_studio.errors.base import DeidError


class ManifestDamagedError(DeidError):
    """The list of the retraining data was damaged and is made anew from the sign-offs (`path`, `aside`)."""

    code = "manifest-damaged"
    texts = {
        "es": (
            "{path} estaba dañado. Se ha guardado aparte como {aside} y se ha rehecho con los informes firmados.",
            "No tiene que hacer nada: las firmas y los .ann están intactos.",
        ),
        "en": (
            "{path} was damaged. It was put aside as {aside} and made anew from the signed-off reports.",
            "You need not do anything: sign-offs and .ann files are intact.",
        ),
    }


class JournalError(DeidError):
    """The project's journal cannot be read or written (`path`, `detail`)."""

    code = "journal"
    texts = {
        "es": (
            "No se puede usar el diario del proyecto {path}: {detail}.",
            "Los informes y los .ann están intactos. La última decisión no se ha guardado: libere espacio o"
            " revise los permisos y repítala.",
        ),
        "en": (
            "The project's journal {path} cannot be used: {detail}.",
            "Reports and .ann files are intact. The last decision was not saved: free some space or check the"
            " permissions, then repeat it.",
        ),
    }


class JournalDamagedError(JournalError):
    """The project's journal is not as it was written (`path`, `detail`)."""

    code = "journal-damaged"
    texts = {
        "es": (
            "El diario del proyecto {path} no está entero: {detail}.",
            "No se ha cambiado nada; los informes y los .ann están intactos. Abra la carpeta en la ventana: muestra,"
            " informe por informe, qué se puede recuperar. «deid verify» lo dice sin cambiar nada.",
        ),
        "en": (
            "The project's journal {path} is not whole: {detail}.",
            "Nothing was changed; reports and .ann files are intact. Open the folder in the window: it shows report"
            " by report what can be recovered. “deid verify” says it and changes nothing.",
        ),
    }


class JournalMissingError(DeidError):
    """A folder in which reports were decided has lost its journal (`path`, `trace`: a file that tells of it)."""

    code = "journal-missing"
    texts = {
        "es": (
            "Aquí se revisaron informes ({trace} lo indica), pero falta el diario con las decisiones: {path}.",
            "No se ha cambiado nada. Si ha copiado la carpeta, copie también la subcarpeta oculta .deid-studio. Si"
            " el diario se ha perdido, abra la carpeta en la ventana: muestra qué queda de cada informe y permite"
            " seguir con ello o empezar de nuevo.",
        ),
        "en": (
            "Reports were reviewed here ({trace} tells so), but the journal of the decisions is missing: {path}.",
            "Nothing was changed. If you copied the folder, copy its hidden subfolder .deid-studio as well. If the"
            " journal is lost, open the folder in the window: it shows what is left of each report, and lets you go"
            " on with that or begin anew.",
        ),
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
        "es": (
            "Se ha trabajado en {path} desde otra ventana.",
            "El informe se muestra ahora con esas decisiones; repita la última de las suyas si hace falta.",
        ),
        "en": (
            "{path} was worked on in another window.",
            "The report is now shown with those decisions; repeat your last one if need be.",
        ),
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
        "es": (
            "Este informe debe leerlo y firmarlo también otra persona: {who} ya lo ha firmado.",
            "Su firma se mantiene. La otra persona lo firma con su nombre, que se cambia en la configuración.",
        ),
        "en": (
            "Another person must read and sign this report as well: {who} has signed it already.",
            "That sign-off stays. The other person signs with their own name, which is changed in the settings.",
        ),
    }


class ChecksDamagedError(DeidError):
    """The private file of a reviewer's checks cannot be read (`path`, `detail`)."""

    code = "checks-damaged"
    texts = {
        "es": (
            "El resumen privado de sus comprobaciones no se puede leer: {detail}.",
            "No afecta a ningún informe. Mientras tanto no se muestra texto de prueba; puede borrar el resumen en"
            " Ver > Sus comprobaciones ({path}).",
        ),
        "en": (
            "The private summary of your checks cannot be read: {detail}.",
            "No report is affected. No planted text is shown meanwhile; you can delete the summary in"
            " View > Your checks ({path}).",
        ),
    }


class ReviewFileError(DeidError):
    """A review file is not as this program wrote it (`path`, `line`, 0 for all of it, `detail`)."""

    code = "review-file"
    texts = {
        "es": (
            "El registro de firmas {path} no es como lo escribió el programa: {detail}.",
            "Los informes, sus .ann y las decisiones están intactos. Recupere el archivo de una copia de seguridad;"
            " si no la hay, cierre la carpeta y vuelva a abrirla en la ventana: muestra, informe por informe, qué"
            " firmas se pueden recuperar. Hasta entonces no pueden salir como revisados.",
        ),
        "en": (
            "The review file {path} is not as this program wrote it: {detail}.",
            "Reports, their .ann and decisions are intact. Restore the file from a backup; without one, close the"
            " folder and open it again in the window: it shows report by report which sign-offs can be recovered."
            " Until then they cannot leave as reviewed.",
        ),
    }
