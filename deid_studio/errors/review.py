"""What hinders a decision, or the keeping of it."""

from __future__ import annotations

from deid_studio.errors.base import DeidError


class ManifestDamagedError(DeidError):
    """The list of the retraining data was damaged and is made anew from the sign-offs (`path`, `aside`)."""

    code = "manifest-damaged"
    texts = (
        "{path} was damaged. It was put aside as {aside} and made anew from the signed-off reports.",
        "You need not do anything: sign-offs and .ann files are intact.",
    )


class JournalError(DeidError):
    """The project's journal cannot be read or written (`path`, `detail`)."""

    code = "journal"
    texts = (
        "The project's journal {path} cannot be used: {detail}.",
        (
            "Reports and .ann files are intact. The last decision was not saved: free some space or check the "
            "permissions, then repeat it."
        ),
    )


class JournalDamagedError(JournalError):
    """The project's journal is not as it was written (`path`, `detail`)."""

    code = "journal-damaged"
    texts = (
        "The project's journal {path} is not whole: {detail}.",
        (
            "Nothing was changed; reports and .ann files are intact. Open the folder in the window: it shows "
            "report by report what can be recovered. “deid verify” says it and changes nothing."
        ),
    )


class JournalMissingError(DeidError):
    """A folder in which reports were decided has lost its journal (`path`, `trace`: a file that tells of it)."""

    code = "journal-missing"
    texts = (
        "Reports were reviewed here ({trace} tells so), but the journal of the decisions is missing: {path}.",
        (
            "Nothing was changed. If you copied the folder, copy its hidden subfolder .deid-studio as well. If "
            "the journal is lost, open the folder in the window: it shows what is left of each report, and lets "
            "you go on with that or begin anew."
        ),
    )


class ChangedOnDiskError(DeidError):
    """Another program changed a file that is open here (`path`)."""

    code = "changed-on-disk"
    texts = (
        "Another program has changed {path}.",
        "Choose which version to keep; nothing was overwritten.",
    )


class OvertakenError(DeidError):
    """Another window of this program decided on a report since it was opened here (`path`)."""

    code = "overtaken"
    texts = (
        "{path} was worked on in another window.",
        "The report is now shown with those decisions; repeat your last one if need be.",
    )


class EditError(DeidError):
    """A decision that is not possible on this report (`detail`)."""

    code = "edit"
    texts = (
        "That decision is not possible: {detail}.",
        "Nothing was changed.",
    )


class SecondReaderError(DeidError):
    """A report that another person is to read as well was signed by this one (`who`)."""

    code = "second-reader"
    texts = (
        "Another person must read and sign this report as well: {who} has signed it already.",
        "That sign-off stays. The other person signs with their own name, which is changed in the settings.",
    )


class TagSetHinderedError(DeidError):
    """Reports that cannot be brought to other classes now (`count`, `first`: what hinders the first of them)."""

    code = "tagset-hindered"
    texts = (
        "{first} Reports that cannot follow the change of classes: {count}.",
        "Nothing was changed in any report. Open those reports, settle what hinders them, and repeat the change.",
    )


class TagSetUnfinishedError(DeidError):
    """A change of a folder's classes was cut short (`path`): its reports are half in the old ones, half in the new."""

    code = "tagset-unfinished"
    texts = (
        "A change of the classes of {path} was cut short: some of its reports may still have the old ones.",
        "Nothing was done. Open the folder in the program, which finishes the change, and try again.",
    )


class ChecksDamagedError(DeidError):
    """The private file of a reviewer's checks cannot be read (`path`, `detail`)."""

    code = "checks-damaged"
    texts = (
        "The private summary of your checks cannot be read: {detail}.",
        (
            "No report is affected. No planted text is shown meanwhile; you can delete the summary in View > "
            "Your checks ({path})."
        ),
    )


class ReviewFileError(DeidError):
    """A review file is not as this program wrote it (`path`, `line`, 0 for all of it, `detail`)."""

    code = "review-file"
    texts = (
        "The review file {path} is not as this program wrote it: {detail}.",
        (
            "Reports, their .ann and decisions are intact. Restore the file from a backup; without one, close "
            "the folder and open it again in the window: it shows report by report which sign-offs can be "
            "recovered. Until then they cannot leave as reviewed."
        ),
    )


class LayerOfAnotherError(DeidError):
    """The layer of another annotator was to be opened (`path`, `who`: whose it is, `reviewer`: who asked)."""

    code = "layer-of-another"
    texts = (
        "{path} is the layer of {who}; you work as {reviewer}. Annotators of a corpus do not see each other's marks.",
        (
            "Open the folder of the corpus: it leads to your own layer. If you are {who}, write that name into the "
            "settings as the reviewer's. Nothing was changed."
        ),
    )


class NothingToAdjudicateError(DeidError):
    """A corpus was opened by who is none of its annotators, and no report can be adjudicated (`path`, `who`)."""

    code = "nothing-to-adjudicate"
    texts = (
        "{who} is none of the annotators of the corpus {path}, and there is nothing to adjudicate yet.",
        (
            "A report can be adjudicated once all who were to read it have signed it off. If you annotate here, "
            "write your name into the settings as the corpus has it."
        ),
    )


class SharedCorpusError(DeidError):
    """A corpus in a database cannot be used (`url`, without its password, `detail`)."""

    code = "shared-corpus"
    texts = (
        "The corpus in the database {url} cannot be used here: {detail}.",
        "Nothing was changed; what was decided is safe in the folder. Check the address, or ask who leads the corpus.",
    )


class SharedCorpusLostError(DeidError):
    """The connection to the database of a corpus was lost, or there was none (`url` without password, `detail`)."""

    code = "shared-corpus-lost"
    texts = (
        "The database {url} does not answer, or stopped answering: {detail}.",
        (
            "All that was decided is safe in the folder, and what was shared before stays in the database. Go on "
            "annotating; when the server is there again, run the same command: it goes on where it was stopped."
        ),
    )


class SharedCorpusDiffersError(DeidError):
    """Something went on in two ways in a folder and in the database (`url`, without its password, `what`)."""

    code = "shared-corpus-differs"
    texts = (
        "{what} went on in two ways: this folder and the database {url} have each what the other has not.",
        (
            "Neither was changed, and nothing is lost. Keep this folder, make another one with “deid corpus join”, "
            "and go on there; what this one has more is decided there again."
        ),
    )


class ChecksLostError(DeidError):
    """The process that checks a corpus ended unexpectedly."""

    code = "checks-lost"
    texts = (
        "The corpus checks ended unexpectedly.",
        "Nothing was changed, and what was answered is kept. Check again; if it happens again, close other programs.",
    )
