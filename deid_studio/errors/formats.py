"""What cannot be read: reports, annotations, tag sets and tables."""

from __future__ import annotations

from deid_studio.errors.base import DeidError


class ReportUnreadableError(DeidError):
    """The operating system refused to read (`path`, `detail`)."""

    code = "report-unreadable"
    texts = (
        "{path} cannot be read: {detail}.",
        "Check that it is there and may be read. Nothing was changed.",
    )


class ReportBinaryError(DeidError):
    """The file holds bytes that no text holds (`path`)."""

    code = "report-binary"
    texts = (
        "{path} is not text: it holds binary data.",
        "Open it in its own program and save it as UTF-8 text. Nothing was changed.",
    )


class ReportTooLargeError(DeidError):
    """The report is larger than the limit (`path`, `size_mb`, `limit_mb`)."""

    code = "report-too-large"
    texts = (
        "{path} has {size_mb} MB; the limit is {limit_mb} MB.",
        "Split it into smaller reports. Nothing was changed.",
    )


class EncodingUnknownError(DeidError):
    """The bytes are no encoding that is recognised with certainty (`path`)."""

    code = "encoding-unknown"
    texts = (
        "The encoding of {path} is not recognised.",
        "Save it as UTF-8 and open it again. Nothing was changed.",
    )


class BratSyntaxError(DeidError):
    """A line of an `.ann` or `.conf` cannot be understood (`path`, `line`, `detail`)."""

    code = "brat-syntax"
    texts = (
        "{path}, line {line}: {detail}.",
        "Correct that line or move the file away. Nothing was changed.",
    )


class BratTextMismatchError(DeidError):
    """An annotation's text is not what the report holds at its offsets (`path`, `line`)."""

    code = "brat-text-mismatch"
    texts = (
        "{path}, line {line}: the annotated text is not what the report holds there.",
        (
            "The report or the annotations were changed. Restore the matching pair or move the .ann away. "
            "Nothing was changed."
        ),
    )


class AnnChangedError(DeidError):
    """An `.ann` is no longer the one of which a repair was shown (`path`)."""

    code = "ann-changed"
    texts = (
        "{path} was changed since it was examined.",
        "Examine it again. Nothing was overwritten.",
    )


class BratSpanNeededError(DeidError):
    """A relation or event still needs the span that is to be deleted (`path`, `span_id`, `needed_by`)."""

    code = "brat-span-needed"
    texts = (
        "{path}: span {span_id} is part of {needed_by}.",
        (
            "Accept the span again, or take out its relations and events (View, Panels, Relations). The span is still"
            " in the file."
        ),
    )


class UnknownClassError(DeidError):
    """A class that the tag set does not hold (`phi_class`, `path`, `line`)."""

    code = "unknown-class"
    texts = (
        "{path}, line {line}: the class {phi_class} is not in the tag set.",
        "Add it to annotation.conf or choose this project's tag set. Nothing was changed.",
    )


class TagSetError(DeidError):
    """A tag set cannot be used (`path`, `detail`)."""

    code = "tagset"
    texts = (
        "The tag set {path} is not valid: {detail}.",
        "Correct it and try again. Nothing was changed.",
    )


class TagSetChangeError(DeidError):
    """A change of the classes that is not possible (`detail`)."""

    code = "tagset-change"
    texts = (
        "The classes cannot be changed so: {detail}.",
        "Nothing was changed.",
    )


class NoClassesError(TagSetError):
    """An `annotation.conf` that defines no class, so that the default ones are used (`path`)."""

    code = "no-classes"
    texts = (
        "{path} defines no class in [entities]; the default classes are used.",
        "If you want others, add them to that file and open the folder again.",
    )


class GuidelinesError(DeidError):
    """A file of guidelines cannot be understood (`path`, `line`, `detail`)."""

    code = "guidelines"
    texts = (
        "{path}, line {line}: {detail}. The guidelines that come with the program are shown.",
        "Correct that line or move the file away, then open the folder again. Nothing was changed.",
    )


class PatientTableError(DeidError):
    """A table of patient fields cannot be understood (`path`, `line`, `detail`: never a value of the table)."""

    code = "patient-table"
    texts = (
        "{path}, line {line}: {detail}.",
        ("Correct the table (a row for each report, with a column “report”) and open it again. Nothing was changed."),
    )


class ReportTableError(DeidError):
    """A line of a table of reports holds none (`path`, `line`, `detail`: never text of the line)."""

    code = "report-table"
    texts = (
        "{path}, line {line}: {detail}.",
        "Correct it, or say with --id-column and --text-column where ids and texts are. The file is as it was.",
    )


class PeopleTableError(DeidError):
    """A list of people, or of whose report is whose, cannot be understood (`path`, `line`, `detail`: no value)."""

    code = "people-table"
    texts = (
        "{path}, line {line}: {detail}.",
        "Correct the table (a header, and a row for each person or report) and repeat. Nothing was written.",
    )


class CorpusFileError(DeidError):
    """A file of a corpus of several annotators cannot be understood (`path`, `line`, `detail`)."""

    code = "corpus-file"
    texts = (
        "{path}, line {line}: {detail}.",
        "Correct that line and open the corpus again. Nothing was changed; what was annotated is safe.",
    )


class CorpusTextChangedError(DeidError):
    """A report in a layer of a corpus is no longer that of the corpus (`path`)."""

    code = "corpus-text-changed"
    texts = (
        "The text of {path} is not that of the corpus: it was changed or put there by something else.",
        (
            "Nothing was changed. Put the file back from the folder “reports” of the corpus, or move it away: its "
            "annotations stay in the layer's journal."
        ),
    )


class ExchangeFileError(DeidError):
    """A file of another program's annotations cannot be understood (`path`, `line`, `detail`: never text of it)."""

    code = "exchange-file"
    texts = (
        "{path}, line {line}: {detail}.",
        "Correct it, or say in which form the file is (--from on the command line). Nothing was written.",
    )


class NothingToConvertError(DeidError):
    """There are no annotated reports of a form (`path`, `format`)."""

    code = "nothing-to-convert"
    texts = (
        "There are no reports in the form {format} in {path}.",
        "Choose the file or the folder that holds them, and say with --from in which form they are.",
    )


class FormUnknownError(DeidError):
    """In which form annotated reports are cannot be seen (`path`, `formats`)."""

    code = "form-unknown"
    texts = (
        "In which form the annotations in {path} are cannot be seen.",
        "Say it with --from: {formats}. Nothing was written.",
    )


class NotCarriedError(DeidError):
    """A form cannot hold all of what is to be written (`format`, `losses`)."""

    code = "not-carried"
    texts = (
        "The form {format} cannot hold all of this: {losses}.",
        "Nothing was written. Choose another form, or write it all the same (--lossy on the command line).",
    )


class TwiceGivenError(DeidError):
    """Two reports have the same id (`path`, `number` and `before`: which ones, counted from 1)."""

    code = "twice-given"
    texts = (
        "Reports {before} and {number} in {path} have the same id.",
        "Give each report an id of its own, or convert the files one by one. Nothing was written.",
    )
