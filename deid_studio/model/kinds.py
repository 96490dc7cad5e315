"""Kinds: what a class's mentions are, and of whom, in words that no tag set owns.

The one vocabulary of detectors, merge, register, review and release; a tag set maps it to its classes.
"""

from __future__ import annotations

from enum import StrEnum


class Kind(StrEnum):
    """What a mention is."""

    PERSON = "person"
    RELATIVE = "relative"  # words for relatives, how many and how old they are, and their names
    SEX = "sex"
    AGE = "age"
    DATE = "date"
    PROFESSION = "profession"
    STREET = "street"
    PLACE = "place"
    COUNTRY = "country"
    CENTRE = "centre"
    INSTITUTION = "institution"
    PHONE = "phone"
    EMAIL = "email"
    WEB = "web"
    NUMBER = "number"
    OTHER = "other"
    LABEL = "label"  # of a header: no personal data
    UNKNOWN = ""


# What says by itself who somebody is.
DIRECT_IDENTIFIERS = frozenset((Kind.PERSON, Kind.NUMBER, Kind.PHONE, Kind.EMAIL, Kind.STREET))


class Role(StrEnum):
    """Of whom a mention is."""

    PATIENT = "patient"
    RELATIVE = "relative"
    STAFF = "staff"
    OTHER = "other"
    ANY = ""  # the class does not tell


class Subkind(StrEnum):
    """What kind of its kind a mention is, where tag sets tell them apart."""

    GIVEN_NAME = "given-name"
    SURNAME = "surname"
    BIRTH = "birth"  # a date
    POSTAL_CODE = "postal-code"  # of a place
    HOSPITAL = "hospital"  # of centres
    HEALTH_CENTRE = "health-centre"
    FAX = "fax"
    URL = "url"
    IP = "ip"
    PATIENT_NUMBER = "patient-number"  # of numbers: identity card, health record
    EPISODE = "episode"
    INSURANCE = "insurance"
    LICENCE = "licence"  # to practise
    EMPLOYEE = "employee"
    HEALTH_PLAN = "health-plan"
    CONTACT = "contact"  # telephone, e-mail and web address in one
    VEHICLE = "vehicle"
    DEVICE = "device"
    BIOMETRIC = "biometric"
    PART = "part"  # less than what detectors tell: a time of day, a region, a ward, initials
    ANY = ""
