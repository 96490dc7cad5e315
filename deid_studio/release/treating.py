"""Treating: what becomes of one mention by a policy: what its class says, unless it says what happened and may stay."""

from __future__ import annotations

from functools import cache

from deid_studio import paths
from deid_studio.model.kinds import Kind
from deid_studio.model.tagset import TagSet
from deid_studio.people.kinship import names_in
from deid_studio.people.misread import with_letters
from deid_studio.people.word_lists import listed
from deid_studio.release.countries import country_of
from deid_studio.release.facts import AGES, DRAWN, Fact, fact_alone, facts_in, oldest_in
from deid_studio.release.own_words import OF_WORDS, is_body_alone
from deid_studio.release.policy import Generalisation, Policy, Treatment, Way
from deid_studio.release.surrogates.lengths import tells_no_date
from deid_studio.release.surrogates.moved_dates import TOP_AGE


def treatment_of(policy: Policy, tagset: TagSet, phi_class: str, text: str, before: str = "") -> Treatment:
    """What becomes of a mention; `before` is what stands right before it.

    Where its class gets surrogates, facts that the policy keeps stay, but for whom they name (`facts.fact_alone`), and
    so do telephone numbers that are everybody's, public bodies (`Guardia Civil`) and what is marked as a date and holds
    none (`hace dos semanas`).
    Facts that do not stay become the class, unless another one can be drawn, and so do those among numbers that get
    codes.
    """
    treatment = policy.treatment(phi_class, tagset)
    kind = tagset[phi_class].kind if phi_class in tagset else ""
    if treatment.way is Way.CODE and kind == Kind.NUMBER and facts_in(text, kind, before):
        return Treatment(Way.TAG)  # a code would say that it is a number
    if treatment.way is not Way.SURROGATE:
        return treatment
    if (
        (kind == Kind.PHONE and is_special(text))
        or (kind == Kind.DATE and tells_no_date(text, TOP_AGE))
        or (kind == Kind.INSTITUTION and is_body_alone(text))
    ):
        return Treatment(Way.KEEP)
    if kind in OF_WORDS:
        text = with_letters(text)
    facts = frozenset((Fact.COUNTRY,)) if kind == Kind.PLACE and country_of(text) else facts_in(text, kind, before)
    if facts is None:
        return treatment
    gone = facts - policy.facts
    if gone:
        return treatment if gone <= DRAWN else Treatment(Way.TAG)
    if kind == Kind.RELATIVE:
        return treatment if names_in(text, before) or oldest_in(text) >= TOP_AGE else Treatment(Way.KEEP)
    if fact_alone(text, kind, before) is None:
        return Treatment(Way.TAG)  # it says whose, and nothing else
    if facts & AGES and oldest_in(text) >= TOP_AGE:
        return Treatment(Way.GENERALISE, to=Generalisation.AGE_TOP, top=TOP_AGE)
    return Treatment(Way.KEEP)


def is_special(text: str) -> bool:
    """Whether a telephone number is of an emergency or a public help line."""
    return "".join(character for character in text if character.isdigit()) in _special() and not any(
        character.isalpha() for character in text
    )


@cache
def _special() -> frozenset[str]:
    return listed(paths.resources() / "release" / "special_numbers.txt")
