"""Release: what leaves the hospital in place of the PHI that a person decided on; pure but for the vault's file.

`policy` says what becomes of each class, `surrogates` and its neighbours make it, `rewriting` puts it into the text,
`gate` holds what may still tell of somebody.
"""
