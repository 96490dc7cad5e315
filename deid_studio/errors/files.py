"""What cannot be written or used on the disk: files, folders, settings."""

from __future__ import annotations

from deid_studio.errors.base import DeidError, reason
from deid_studio.texts import Text


class WriteError(DeidError):
    """A file could not be written; the old one is intact (`path`, `detail`)."""

    code = "write"
    texts = (
        "{path} could not be written: {detail}.",
        (
            "The previous version is intact and no decision is lost. Free some space or check the permissions, "
            "then save again."
        ),
    )


class WouldOverwriteError(DeidError):
    """Files that already exist would be replaced (`path`, `count`)."""

    code = "would-overwrite"
    texts = (
        "{count} files exist already in {path}.",
        "Choose another folder; on the command line, --force replaces them. Nothing was written.",
    )


class SystemRefusedError(DeidError):
    """The operating system refused, and nobody nearer could say what that means (`path`, `detail`)."""

    code = "system-refused"
    texts = (
        "The system did not allow the use of {path}: {detail}.",
        "Files that existed are intact. Check the path, its permissions and the space, then try again.",
    )

    @classmethod
    def of(cls, error: OSError) -> SystemRefusedError:
        """The error for what an operating system refused; without a file it was the output."""
        return cls(path=error.filename or Text("the output"), detail=reason(error))


class NameClashError(DeidError):
    """Two reports would be written to the same place (`path`, `other`)."""

    code = "name-clash"
    texts = (
        "{path} and {other} would be written to the same place.",
        "Annotate them one by one, or rename one. Nothing was written.",
    )


class FolderUnusableError(DeidError):
    """A folder cannot be opened or listed (`path`, `detail`)."""

    code = "folder-unusable"
    texts = (
        "The folder {path} cannot be opened: {detail}.",
        "Check the path and its permissions.",
    )


class NoReportsError(DeidError):
    """A folder holds no reports (`path`)."""

    code = "no-reports"
    texts = (
        "There are no reports (.txt, .docx, .pdf, .rtf, .html, .hl7) in {path}.",
        "Choose the folder that holds the reports.",
    )


class FolderReadOnlyError(DeidError):
    """The system refuses to write in a folder (`path`, `detail`)."""

    code = "folder-read-only"
    texts = (
        "This folder can only be read: {detail}.",
        (
            "You can look at everything and export a copy. To review it, ask for permission to write or copy the "
            "folder. Nothing was changed."
        ),
    )


class FolderHeldError(FolderReadOnlyError):
    """Another window of this program decides on the reports of a folder (`path`, `who`, `since`)."""

    code = "folder-held"
    texts = (
        "{who} has had this folder open since {since}: here it can only be read.",
        ("You can look at everything and export a copy. Try again once it is closed there. Nothing was changed."),
    )


class OutputHeldError(DeidError):
    """Another window or run of this program writes in a folder (`path`, `who`, `since`)."""

    code = "output-held"
    texts = (
        "{who} has been at work in {path} since {since}.",
        (
            "Nothing was changed. Run this again once that has ended, which goes on where it was, or choose another "
            "folder with --out."
        ),
    )


class LibraryMissingError(DeidError):
    """What needs an optional library that is not installed (`what`, `library`, `package`: what brings it)."""

    code = "library-missing"
    texts = (
        "{what} needs {library}, which is not installed.",
        "The program that pip installs has it: pip install “{package}”. Nothing was written.",
    )


class ResourceError(DeidError):
    """A file that belongs to the program is missing or damaged (`path`, `detail`)."""

    code = "resource"
    texts = (
        "{path}, which belongs to the program, cannot be read: {detail}.",
        "Install the program again. Your reports are as they were.",
    )


class SettingsFileError(DeidError):
    """The file of the settings cannot be read (`path`, `detail`)."""

    code = "settings_file"
    texts = (
        "The settings {path} cannot be read: {detail}.",
        "Correct or delete that file; until then the defaults hold and nothing is changed in it.",
    )


class SettingError(DeidError):
    """A setting cannot have the value that the file gives it (`path`, `line`, `name`, `detail`, `default`)."""

    code = "setting"
    texts = (
        "In the settings {path}, line {line}: {name} {detail}.",
        "Correct that line, or choose a value in the settings; until then {default} holds.",
    )


class UnknownSettingError(DeidError):
    """The file of the settings has a key that is no setting (`path`, `line`, `name`)."""

    code = "unknown_setting"
    texts = (
        "In the settings {path}, line {line}: there is no setting {name}.",
        "Correct or delete that line; it does nothing.",
    )
