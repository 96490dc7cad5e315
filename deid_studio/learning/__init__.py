"""From annotated reports to a model: corpora, rule induction, training, adaptation, model folders, evaluation."""
