"""What hinders suggestions: models, profiles, grammars, training, the process that pre-annotates."""

from __future__ import annotations

from deid_studio.errors.base import DeidError


class ModelMissingError(DeidError):
    """There is no model at the path (`path`)."""

    code = "model-missing"
    texts = (
        "There is no model at {path}.",
        "Choose another with --model or train one with “deid train”. You can annotate by hand meanwhile.",
    )


class ModelDamagedError(DeidError):
    """A model's files are not what was written, or are of another version of the program (`path`, `detail`)."""

    code = "model-damaged"
    texts = (
        "The model {path} cannot be used: {detail}.",
        "Install it again or train it anew. You can annotate by hand meanwhile.",
    )


class WorkerLostError(DeidError):
    """The process that pre-annotates ended unexpectedly on a report (`path`)."""

    code = "worker-lost"
    texts = (
        "Pre-annotating {path} ended unexpectedly.",
        "You can annotate that report by hand; the others go on.",
    )


class WorkerNotStartedError(DeidError):
    """The process that pre-annotates ended before its model was loaded (`path`: the model)."""

    code = "worker-not-started"
    texts = (
        "The detector could not be started with the model {path}.",
        "You can annotate by hand; open the folder again to try once more.",
    )


class ClusterLostError(DeidError):
    """A Dask cluster does not answer, or has no worker (`address`)."""

    code = "cluster-lost"
    texts = (
        "The cluster at {address} does not answer, or has no worker.",
        "What was written is complete. See that scheduler and workers run, then run this again: it goes on.",
    )


class ClusterSetupError(DeidError):
    """How Dask is set up here does not allow to reach a cluster (`address`, `detail`)."""

    code = "cluster-setup"
    texts = (
        "The cluster at {address} cannot be reached as Dask is set up here: {detail}.",
        (
            "Nothing was read. See TLS in docs/cluster.md: certificates and keys are named in ~/.config/dask/tls.yaml, "
            "and the address begins with tls://."
        ),
    )


class WorkersDifferError(DeidError):
    """A worker of a cluster would not suggest the same as this machine (`worker`, `detail`)."""

    code = "workers-differ"
    texts = (
        "The worker {worker} cannot be used: {detail}.",
        "Give all machines the same program, models, profile and lists of their own. What was written is complete.",
    )


class DetectionFailedError(DeidError):
    """The detector failed on a report (`path`, `detail`: the kind of failure, never text)."""

    code = "detection-failed"
    texts = (
        "The detector failed on {path} ({detail}).",
        "You can annotate that report by hand; the others go on.",
    )


class ProfileError(DeidError):
    """A profile cannot be used (`path`, `detail`: the key and what is wrong with it)."""

    code = "profile"
    texts = (
        "The profile {path} is not valid: {detail}.",
        "Correct it, or choose another with --profile. Nothing was changed.",
    )


class GrammarError(DeidError):
    """A grammar cannot be used (`path`, `detail`)."""

    code = "grammar"
    texts = (
        "The grammar {path} is not valid: {detail}.",
        "Correct it and check it with “deid lab grammar check”. Nothing was changed.",
    )


class GazetteerError(DeidError):
    """A gazetteer, the program's or a person's own, cannot be read (`path`, `detail`)."""

    code = "gazetteer"
    texts = (
        "The gazetteer {path} cannot be read: {detail}.",
        "Correct or delete it; if it belongs to the program, install that again. Your reports are as they were.",
    )


class GazetteerSourceError(DeidError):
    """A list cannot be read as a gazetteer (`path`, `detail`)."""

    code = "gazetteer-source"
    texts = (
        "{path} cannot be imported: {detail}.",
        "Choose another column with --column or check the file. Nothing was changed.",
    )


class TrainingDataError(DeidError):
    """The annotated reports cannot be trained on (`path`, `detail`)."""

    code = "training-data"
    texts = (
        "{path} cannot be trained on: {detail}.",
        "Check the annotated reports. Nothing was written.",
    )


class ModelChoicesError(DeidError):
    """The file that says which model is used where cannot be read (`path`)."""

    code = "model-choices"
    texts = (
        "Which model is used where cannot be read from {path}.",
        "Move that file away and choose your models again; models and decisions are as they were.",
    )


class ModelFileError(DeidError):
    """A file that should hold a model cannot be imported (`path`, `detail`)."""

    code = "model-file"
    texts = (
        "{path} cannot be imported: {detail}. Nothing was imported.",
        "Choose a file that “deid model export” wrote; if it is one, have it exported and sent again.",
    )


class ModelNotCleanError(DeidError):
    """A model that may show words of its reports is to be handed on (`path`)."""

    code = "model-not-clean"
    texts = (
        "The model {path} was not found clean: words of its reports may be read from it. Nothing was exported.",
        "Look with “deid model audit”; with --share it is exported all the same, to be guarded like the reports.",
    )


class LearningRefusedError(DeidError):
    """What was learned from `count` reports is worse than what was there."""

    code = "learning-refused"
    texts = (
        "What was learned from {count} reports makes the suggestions worse.",
        "Nothing was written; the model that was there stays. Sign off more reports, or check those that are signed.",
    )
