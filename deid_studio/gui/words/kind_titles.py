"""What kinds and roles of classes are called in the window."""

from __future__ import annotations

from deid_studio.gui.words.wording import translate
from deid_studio.model.kinds import Kind, Role, Subkind
from deid_studio.model.ontology import Meaning


def kind_titles() -> dict[Kind, str]:
    """The title of each kind, in their order of display."""
    return {
        Kind.UNKNOWN: translate("kinds", "not said"),
        Kind.PERSON: translate("kinds", "Name of a person"),
        Kind.RELATIVE: translate("kinds", "Relatives"),
        Kind.SEX: translate("kinds", "Sex"),
        Kind.AGE: translate("kinds", "Age"),
        Kind.DATE: translate("kinds", "Date"),
        Kind.PROFESSION: translate("kinds", "Occupation"),
        Kind.STREET: translate("kinds", "Street"),
        Kind.PLACE: translate("kinds", "Place"),
        Kind.COUNTRY: translate("kinds", "Country"),
        Kind.CENTRE: translate("kinds", "Health centre"),
        Kind.INSTITUTION: translate("kinds", "Institution"),
        Kind.PHONE: translate("kinds", "Telephone"),
        Kind.EMAIL: translate("kinds", "E-mail"),
        Kind.WEB: translate("kinds", "Web address"),
        Kind.NUMBER: translate("kinds", "Number or code"),
        Kind.OTHER: translate("kinds", "Other data"),
        Kind.LABEL: translate("kinds", "Label of a field"),
    }


def kind_title(meaning: Meaning) -> str:
    """What the kind of a class is called."""
    titles = titles_to_choose()
    return titles.get((meaning.kind, meaning.subkind)) or titles[meaning.kind, Subkind.ANY]


def titles_to_choose() -> dict[tuple[Kind, Subkind], str]:
    """The titles of what a class may be told to be, in their order of display: each kind, and what holds several."""
    several = {Kind.WEB: (Kind.NUMBER, Subkind.CONTACT)}  # behind the last of them
    found: dict[tuple[Kind, Subkind], str] = {}
    for kind, title in kind_titles().items():
        found[kind, Subkind.ANY] = title
        if kind in several:
            found[several[kind]] = translate("kinds", "Contact: telephone, e-mail or web")
    return found


def role_titles() -> dict[Role, str]:
    """Of whom a class may be, in their order of display."""
    return {
        Role.ANY: translate("kinds", "not told apart"),
        Role.PATIENT: translate("kinds", "the patient"),
        Role.RELATIVE: translate("kinds", "relatives"),
        Role.STAFF: translate("kinds", "staff"),
        Role.OTHER: translate("kinds", "others"),
    }
