"""Why a file is not known to be one of a release that the publisher of the program signed."""

from __future__ import annotations

from deid_studio.errors.base import DeidError


class UpdateError(DeidError):
    """A file is not known to be one of a signed release (`path`, `detail`)."""

    code = "update"
    texts = (
        "{path} cannot be checked: {detail}.",
        "Do not install it until it can be checked. Nothing was changed.",
    )


class NoUpdateKeyError(UpdateError):
    """The program knows no publisher's key (`path`)."""

    code = "update-no-key"
    texts = (
        "It cannot be told who made {path}: no key is in this build.",
        "Ask who gave you this program for the SHA-256 of its files, by another way than the files, and compare it.",
    )


class UpdateUnsignedError(UpdateError):
    """The list of sums or its signature is not beside a file (`path`, `name`)."""

    code = "update-unsigned"
    texts = (
        "{name} is not beside {path}: nothing says who made it.",
        "Put SHA256SUMS and SHA256SUMS.sig of the same release into its folder, and check again.",
    )


class UpdateForeignKeyError(UpdateError):
    """The sums were signed, but with no key of the publisher (`path`)."""

    code = "update-foreign-key"
    texts = (
        "{path} was signed with a key that this program does not know.",
        (
            "Do not install it: anybody can sign with a key of their own. If the publisher has a new key, a version "
            "that was signed with the old one brings it."
        ),
    )


class UpdateKeyWithdrawnError(UpdateError):
    """The key that signed was withdrawn (`path`, `key`, `day`)."""

    code = "update-key-withdrawn"
    texts = (
        "{path} was signed with the key “{key}”, which was withdrawn on {day}.",
        "Do not install it: somebody else may have that key. Get a version that was signed with another one.",
    )


class UpdateSumsChangedError(UpdateError):
    """The list of sums is not the one that was signed (`path`)."""

    code = "update-sums-changed"
    texts = (
        "{path} is not as it was signed: changed, or of another release than its signature.",
        "Do not install what lies beside it. Get the files of the release again from the publisher.",
    )


class UpdateNotListedError(UpdateError):
    """A file is none of the signed release beside it (`path`, `version`)."""

    code = "update-not-listed"
    texts = (
        "{path} is no file of version {version}, whose signature lies beside it.",
        "Do not install it. Get the files of the release again from the publisher.",
    )


class UpdateMisnamedError(UpdateError):
    """A file is another one of the release than its name says (`path`, `version`, `name`)."""

    code = "update-misnamed"
    texts = (
        "{path} is called wrongly: it is {name} of version {version}.",
        "Give it its own name, and check again; as it is called, it could be installed in place of something else.",
    )


class UpdateTruncatedError(UpdateError):
    """A file is shorter than it was signed (`path`, `size`, `whole`: bytes)."""

    code = "update-truncated"
    texts = (
        "{path} is cut short: it has {size} of {whole} bytes.",
        "Copy it again; it was probably not copied to its end. Do not install it as it is.",
    )


class UpdateChangedError(UpdateError):
    """A file is not as it was signed (`path`, `version`)."""

    code = "update-changed"
    texts = (
        "{path} is not the file of this name that version {version} has: it was changed.",
        "Do not install it. Get it again from the publisher, and tell them if it happens again.",
    )
