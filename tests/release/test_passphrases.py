"""Passphrases that can be guessed are told from those that cannot."""

from __future__ import annotations

import time

import pytest

from deid_studio.release.passphrases import Strength, guesses_of, strength_of


@pytest.mark.parametrize("weak", [
    "", "a", "12345678", "contraseña", "Contraseña123!", "Hospital2024", "paciente paciente paciente", "primera frase",
    "una frase larga", "x7#Kp2!mQ9", "Sevilla2023!", "qwertyuiopasdfgh", "a" * 3000, "correcto caballo",
])  # fmt: skip
def test_a_weak_one_is_told(weak):
    assert strength_of(weak) is Strength.WEAK


@pytest.mark.parametrize("good", ["Xq7vTn2LpWz8RkYd", "perro mesa azul norte", "tambor lluvia grapa piedra"])
def test_random_characters_of_a_manager_and_four_words_are_good(good):
    assert strength_of(good) is not Strength.WEAK


def test_a_spanish_word_counts_as_a_word_and_not_as_its_letters():
    words, letters = guesses_of("estetoscopio murciélago"), guesses_of("qzvkwjxbghpt fmnrtclsdx")
    assert words < 10 < letters


def test_what_makes_others_count_for_minutes_is_judged_while_typing():
    began = time.perf_counter()
    strength_of("4@8({[</369&#!1/|0$5+7%2/" * 40)
    assert time.perf_counter() - began < 5
