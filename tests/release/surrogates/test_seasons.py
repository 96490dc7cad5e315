"""Another season takes another gender's words with it, within the date and after an article that stays."""

from __future__ import annotations

import pytest

from deid_studio.model.kinds import Kind
from deid_studio.model.tagset import PhiClass, TagSet
from deid_studio.release.policy import Policy, Treatment, Way
from deid_studio.release.released import Releaser
from deid_studio.release.surrogates.agreement import Gender, asked_before, form_of
from deid_studio.release.surrogates.date_reading import read_date
from deid_studio.release.surrogates.dates import Moment
from deid_studio.release.surrogates.seasons import with_noun

TAGSET = TagSet("own", "1", (PhiClass("CUANDO", {}, kind=Kind.DATE),))
NEAR = Moment(10, 6, 2015)


@pytest.mark.parametrize(
    ("text", "days", "moved"),
    [
        ("primavera pasada", 180, "otoño pasado"),
        ("verano pasado", -90, "primavera pasada"),
        ("la primavera pasada", 180, "el otoño pasado"),
        ("del verano de 2014", -90, "de la primavera de 2014"),
        ("a la primavera siguiente", 180, "al otoño siguiente"),
        ("finales de la última primavera", 180, "finales del último otoño"),
        ("El Último Verano", -90, "La Última Primavera"),
        ("LA PRIMAVERA PASADA", 180, "EL OTOÑO PASADO"),
        ("las primaveras pasadas", 180, "los otoños pasados"),
        ("este invierno", 180, "este verano"),
        ("el lunes de la primavera", 182, "el lunes del otoño"),
    ],
)
def test_words_beside_a_season_take_its_gender(text: str, days: int, moved: str) -> None:
    assert read_date(text).moved(days, NEAR) == moved


@pytest.mark.parametrize(
    ("made", "gender", "with_it"),
    [
        ("otoño pasado", Gender.FEMININE, "estación de otoño pasada"),
        ("primavera pasada", Gender.MASCULINE, "tiempo de primavera pasado"),
        ("Otoño de 2011", Gender.FEMININE, "Estación de otoño de 2011"),
        ("OTOÑO", Gender.FEMININE, "ESTACIÓN DE OTOÑO"),
        ("veranos", Gender.FEMININE, "estaciones de veranos"),
        ("primavera", Gender.FEMININE, "primavera"),
        ("12/03/2011", Gender.FEMININE, "12/03/2011"),
    ],
)
def test_after_an_article_that_stays_a_noun_of_its_gender_is_put_before(
    made: str, gender: Gender, with_it: str
) -> None:
    assert with_noun(made, gender) == with_it


def test_a_season_after_an_article_that_stays_agrees_with_it(marked):
    policy = Policy("p", default=Treatment(Way.SURROGATE))
    for text in ("Desde la {CUANDO|primavera} no acude.", "Desde el {CUANDO|verano pasado} no acude."):
        for secret in (bytes([at]) * 32 for at in range(12)):
            doc = marked(text)
            made = (
                Releaser([doc], policy, TAGSET, secret)
                .release(doc)
                .text.removeprefix("Desde ")
                .removesuffix(" no acude.")
            )
            article, rest = made.split(" ", 1)
            assert form_of(rest).agrees(asked_before(f"{article} ")), made
