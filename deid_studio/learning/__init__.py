"""From annotated reports to a model: corpora, rule induction, training, adaptation, model folders, evaluation.

Begin at `train.py`. In rooms of their own: `made/` has the reports that are made for training, `privacy/` what a model
shows of its reports, `attack/` a tagger that is trained against a release.
"""
