"""What an administrator has fixed on this computer: a file that cannot be understood, and what goes against it."""

from __future__ import annotations

from deid_studio.errors.base import DeidError


class PolicyFileError(DeidError):
    """The file in which an administrator fixes settings cannot be understood (`path`, `line`, `detail`)."""

    code = "policy_file"
    texts = (
        "{path}, in which an administrator fixes what holds on this computer, is wrong in line {line}: {detail}.",
        (
            "The program does not start, since it cannot know what was fixed; nothing was changed. Tell your IT "
            "department, who can correct or remove that file."
        ),
    )


class PolicyFileUnreadableError(PolicyFileError):
    """That file cannot be read at all (`path`, `detail`)."""

    code = "policy_file_unreadable"
    texts = (
        "{path}, in which an administrator fixes what holds on this computer, cannot be read: {detail}.",
        PolicyFileError.texts[1],
    )


class PolicyFileOpenError(DeidError):
    """Others than an administrator could write the file that fixes settings (`path`)."""

    code = "policy_file_open"
    texts = (
        "Others than an administrator can write {path}, in which settings are fixed for all.",
        "What it says holds. Tell your IT department: file and folders should be root's, and writable by nobody else.",
    )


class FixedSettingError(DeidError):
    """A setting that an administrator has fixed was to be changed (`name`, `by`)."""

    code = "fixed_setting"
    texts = (
        "{name} is fixed on this computer: {by}.",
        "Nothing was changed. Ask who fixed it if you need something else.",
    )


class FixedOptionError(DeidError):
    """An option of the command line goes against a setting that is fixed (`option`, `name`, `value`, `by`)."""

    code = "fixed_option"
    texts = (
        "{option} goes against what is fixed on this computer: {name} = {value} ({by}).",
        "Nothing was written. Leave the option out, or ask who fixed it.",
    )


class ReleaseForbiddenError(DeidError):
    """A release would go against what is fixed for releases on this computer (`detail`, `by`)."""

    code = "release_forbidden"
    texts = (
        "This may not be released from this computer: {detail} ({by}).",
        "Nothing was written. Release as it is allowed, or ask who fixed it.",
    )
