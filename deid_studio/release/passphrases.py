"""Passphrases: how many guesses one takes, and which ones are too weak for a vault.

A vault can be stolen and guessed at anywhere. Each guess moves 134 MB through memory (scrypt, `release/vault.py`), so
that a graphics card makes fewer than 10,000 a second. The floor of 10^14 guesses keeps one card busy for 160 years on
average: more than a million hours to rent, which no set of reports is worth to a thief. zxcvbn (Wheeler, USENIX
Security 2016) counts the guesses; it knows no Spanish, so a common Spanish word counts here as one of a list, not as
its letters.
"""

from __future__ import annotations

import math
import re
from enum import StrEnum

from deid_studio.errors import WeakPassphraseError
from deid_studio.people.folding import fold
from deid_studio.people.vocabulary import default_vocabulary

FLOOR = 14.0  # powers of ten
_STRONG = 17.0  # four words that are drawn by chance from a long list
_LOOKED_AT = 64  # characters; more do not make it weaker, and would take long
_WORD = math.log10(25_000)  # what a word of a list is worth: as many are in the list
_PIECES = re.compile(r"[^\W\d_]+|[\d_\W]")
# What belongs to this program and this work is tried first.
_EXPECTED = ["deid", "studio", "contraseña", "contrasena", "clave", "informe", "informes", "paciente", "pacientes",
             "hospital", "historia", "clinica", "medico", "medicina", "salud", "anonimo", "vault"]  # fmt: skip


class Strength(StrEnum):
    """How good a passphrase is; a weak one is refused."""

    WEAK = "weak"
    GOOD = "good"
    STRONG = "strong"


def strength_of(passphrase: str) -> Strength:
    """How good a passphrase is."""
    guesses = guesses_of(passphrase)
    if guesses < FLOOR:
        return Strength.WEAK
    return Strength.GOOD if guesses < _STRONG else Strength.STRONG


def guesses_of(passphrase: str) -> float:
    """How many guesses who tries the likely ones first needs for a passphrase, as a power of ten."""
    from zxcvbn_rs_py import zxcvbn

    text = passphrase[:_LOOKED_AT]
    if not text:
        return 0.0
    is_word = default_vocabulary().__contains__
    whole: float = zxcvbn(text, _EXPECTED).guesses_log10
    in_words = 0.0
    last = ""
    for piece in _PIECES.findall(text):
        if piece.isalpha():
            own: float = zxcvbn(piece, _EXPECTED).guesses_log10
            in_words += min(own, _WORD) if is_word(fold(piece)) else own
        elif piece != last:  # the first blank is a guess, the next ones are expected
            in_words += 1.0
            last = piece
    return min(whole, in_words)


def refuse_weak(passphrase: str) -> None:
    """Raise `WeakPassphraseError` for one that could be guessed."""
    if strength_of(passphrase) is Strength.WEAK:
        raise WeakPassphraseError
