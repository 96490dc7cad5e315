"""What hinders suggestions: models, profiles, grammars, training, the process that pre-annotates."""

from __future__ import annotations

from deid_studio.errors.base import DeidError


class ModelMissingError(DeidError):
    """There is no model at the path (`path`)."""

    code = "model-missing"
    texts = {
        "es": (
            "No hay ningún modelo en {path}.",
            "Elija otro con --model o entrene uno con «deid train». Puede anotar a mano mientras tanto.",
        ),
        "en": (
            "There is no model at {path}.",
            "Choose another with --model or train one with “deid train”. You can annotate by hand meanwhile.",
        ),
    }


class ModelDamagedError(DeidError):
    """A model's files are not what was written, or are of another version of the program (`path`, `detail`)."""

    code = "model-damaged"
    texts = {
        "es": (
            "El modelo {path} no se puede usar: {detail}.",
            "Vuelva a instalarlo o entrénelo de nuevo. Puede anotar a mano mientras tanto.",
        ),
        "en": (
            "The model {path} cannot be used: {detail}.",
            "Install it again or train it anew. You can annotate by hand meanwhile.",
        ),
    }


class WorkerLostError(DeidError):
    """The process that pre-annotates ended unexpectedly on a report (`path`)."""

    code = "worker-lost"
    texts = {
        "es": (
            "La preanotación de {path} terminó de forma inesperada.",
            "Puede anotar ese informe a mano; los demás siguen su curso.",
        ),
        "en": ("Pre-annotating {path} ended unexpectedly.", "You can annotate that report by hand; the others go on."),
    }


class WorkerNotStartedError(DeidError):
    """The process that pre-annotates ended before its model was loaded (`path`: the model)."""

    code = "worker-not-started"
    texts = {
        "es": (
            "El detector no ha podido ponerse en marcha con el modelo {path}.",
            "Puede anotar a mano; vuelva a abrir la carpeta para intentarlo de nuevo.",
        ),
        "en": (
            "The detector could not be started with the model {path}.",
            "You can annotate by hand; open the folder again to try once more.",
        ),
    }


class DetectionFailedError(DeidError):
    """The detector failed on a report (`path`, `detail`: the kind of failure, never text)."""

    code = "detection-failed"
    texts = {
        "es": (
            "El detector ha fallado en {path} ({detail}).",
            "Puede anotar ese informe a mano; los demás siguen su curso.",
        ),
        "en": ("The detector failed on {path} ({detail}).", "You can annotate that report by hand; the others go on."),
    }


class ProfileError(DeidError):
    """A profile cannot be used (`path`, `detail`: the key and what is wrong with it)."""

    code = "profile"
    texts = {
        "es": (
            "El perfil {path} no es válido: {detail}.",
            "Corríjalo o elija otro con --profile. No se ha cambiado nada.",
        ),
        "en": (
            "The profile {path} is not valid: {detail}.",
            "Correct it, or choose another with --profile. Nothing was changed.",
        ),
    }


class GrammarError(DeidError):
    """A grammar cannot be used (`path`, `detail`)."""

    code = "grammar"
    texts = {
        "es": (
            "La gramática {path} no es válida: {detail}.",
            "Corríjala y compruébela con «deid lab grammar check». No se ha cambiado nada.",
        ),
        "en": (
            "The grammar {path} is not valid: {detail}.",
            "Correct it and check it with “deid lab grammar check”. Nothing was changed.",
        ),
    }


class GazetteerSourceError(DeidError):
    """A list cannot be read as a gazetteer (`path`, `detail`)."""

    code = "gazetteer-source"
    texts = {
        "es": (
            "No se puede importar {path}: {detail}.",
            "Elija otra columna con --column o revise el archivo. No se ha cambiado nada.",
        ),
        "en": (
            "{path} cannot be imported: {detail}.",
            "Choose another column with --column or check the file. Nothing was changed.",
        ),
    }


class TrainingDataError(DeidError):
    """The annotated reports cannot be trained on (`path`, `detail`)."""

    code = "training-data"
    texts = {
        "es": ("No se puede entrenar con {path}: {detail}.", "Revise los informes anotados. No se ha escrito nada."),
        "en": ("{path} cannot be trained on: {detail}.", "Check the annotated reports. Nothing was written."),
    }
