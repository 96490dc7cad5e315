"""An attack on released reports by a tagger that is trained on them alone."""
