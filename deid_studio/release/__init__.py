"""Release: what leaves the hospital in place of the PHI that a person decided on; pure but for the vault's file.

`policy` says what becomes of each class, `surrogates` makes what takes its place, `rewriting` puts it into the text,
`survivals` compares the two, `gate` holds what may still tell of somebody. `word` makes Word documents of it, `attack`
is the adversary.
"""
