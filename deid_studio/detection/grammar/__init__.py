"""The resource-based grammar: gazetteers, munged entries and ordered rules, without any statistical model.

Source: Sánchez-León, "Resource-Based Anonymization for Spanish Clinical Cases" (IberLEF 2019). The language is told in
docs/grammar.md; the grammars are in resources/grammars/.
"""
