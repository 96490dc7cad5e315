"""A person's models in versions: each with its card, which is used where, and one file to hand it on.

Begin at `model_store.py`. The folder of a version is one that `learning/model_writing.py` writes; one without a card,
as `deid train` writes it, is a version too.
"""
