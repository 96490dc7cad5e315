"""Rule wording: what rules that can be turned off go by, and why there is none to turn off."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from deid_studio.detection.rule_ids import LABEL, parsed
from deid_studio.gui.words.evidence_names import gazetteer_words, label_words, rule_words
from deid_studio.model.span import Evidence, Suggestion

translate = QCoreApplication.translate

_LOOKS = "looks"


def rule_id_words(rule: str) -> str:
    """What can be turned off by an id, in words: a rule with its name, or an entry of a list."""
    one = parsed(rule)
    if one.name == LABEL and one.entry:
        return label_words(one.entry.capitalize())
    if one.entry:
        return translate("rules", "“{entry}” in the {list}").format(entry=one.entry, list=gazetteer_words(one.name))
    if one.owner == _LOOKS:
        return rule_words(_LOOKS, one.name)
    words, name = rule_words(one.name), one.name.replace("_", " ")
    if one.name.startswith("campo_") or f"“{name}”" in words or f"«{name}»" in words:
        return words
    return translate("rules", "{words} (rule “{name}”)").format(words=words, name=name)


def to_turn_off(suggestion: Suggestion) -> dict[str, str]:
    """What can be turned off so that a suggestion goes, in words, by its id; rules before the entries of lists.

    Of what was found because the same text is marked elsewhere, it is the rule that found it there.
    """
    found: dict[str, str] = {}
    for fact in sorted(suggestion.evidence, key=lambda one: one.kind == "gazetteer"):
        if fact.rule and parsed(fact.rule).owner != _LOOKS and fact.rule not in found:
            words = rule_id_words(fact.rule)
            if fact.kind == "trusted":
                words = translate("rules", "{words}, which found the same text elsewhere").format(words=words)
            found[fact.rule] = words
    return found


def not_to_turn_off(suggestion: Suggestion) -> tuple[str, ...]:
    """Why what else speaks for a suggestion has no rule that could be turned off, a sentence each."""
    return tuple(dict.fromkeys(filter(None, (_reason(fact) for fact in suggestion.evidence))))


def _reason(fact: Evidence) -> str:
    if fact.rule and parsed(fact.rule).owner != _LOOKS:
        return ""
    model = translate(
        "rules",
        "The learned model has no rule that could be turned off; reject the suggestion, or show fewer suggestions.",
    )
    if fact.kind == "rule" and "." in fact.name:
        return model  # what reviewed reports taught is a part of it
    if fact.name == _LOOKS:
        return translate("rules", "It is shown since doubtful places are; show fewer suggestions.")
    reasons = {
        "rule": translate("rules", "An earlier version of the program suggested it, and did not note its rule."),
        "crf": model,
        "context": model,
        "spacy": model,
        "patient": translate(
            "rules", "What is known of the patient is searched in every spelling; correct it in the patient's data."
        ),
        "trusted": translate("rules", "The same text is marked elsewhere, and not by a rule; reject the suggestion."),
        "register": translate("rules", "The same name or number is marked elsewhere; reject the suggestion."),
    }
    return reasons.get(fact.kind, "")
