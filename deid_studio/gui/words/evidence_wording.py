"""Evidence wording: why something is suggested, in sentences and in a word."""

from __future__ import annotations

import re
from collections.abc import Sequence

from deid_studio.gui.words.around import NOWHERE, Around
from deid_studio.gui.words.evidence_names import (
    field_words,
    gazetteer_words,
    is_of_field,
    label_words,
    place_words,
    rule_kind_words,
    spelling_words,
)
from deid_studio.gui.words.wording import (
    QT_TRANSLATE_NOOP,
    Counts,
    class_title,
    confidence_words,
    correction,
    decision_word,
    percent,
    translate,
)
from deid_studio.model.mentions import Mention, Origin
from deid_studio.model.span import Evidence
from deid_studio.model.tagset import TagSet
from deid_studio.review.deciding.first_class import FIRST

_NAMED = 2

# The clauses of kinds of evidence; those that are not here have several.
_TEMPLATES = {
    "crf": QT_TRANSLATE_NOOP("wording", "the learned model (CRF) recognises it by its context"),
    "annotators": QT_TRANSLATE_NOOP("wording", "marked so by {entry}"),
    "gazetteer": QT_TRANSLATE_NOOP("wording", "“{entry}” is in the {name}"),
    "trusted": QT_TRANSLATE_NOOP("wording", "the same text is marked elsewhere in the report"),
    "register": QT_TRANSLATE_NOOP("wording", "the same person or number is marked elsewhere in the report"),
    "patient": QT_TRANSLATE_NOOP("wording", "it is in the patient's record: {name}"),
    "context": QT_TRANSLATE_NOOP("wording", "the context model recognises it by its sentence"),
    "spacy": QT_TRANSLATE_NOOP("wording", "the language model (spaCy) recognises a name"),
    "accepted": QT_TRANSLATE_NOOP("wording", "it is another spelling of what is accepted in this report"),
    "sweep": QT_TRANSLATE_NOOP("wording", "a person looked at it in the final check"),
    "first": QT_TRANSLATE_NOOP("wording", "the detectors held it to be {entry}"),
    "reading": QT_TRANSLATE_NOOP("wording", "the line was read as it would be written ordinarily: “{entry}”"),
}
_SPEAKERS = {
    "crf": QT_TRANSLATE_NOOP("wording", "the learned model (CRF)"),
    "trusted": QT_TRANSLATE_NOOP("wording", "the same text elsewhere in the report"),
    "register": QT_TRANSLATE_NOOP("wording", "the same name or number elsewhere in the report"),
    "patient": QT_TRANSLATE_NOOP("wording", "the patient's record"),
    "context": QT_TRANSLATE_NOOP("wording", "the context model"),
    "spacy": QT_TRANSLATE_NOOP("wording", "the language model (spaCy)"),
}
_WORDS = {
    "crf": QT_TRANSLATE_NOOP("wording", "CRF"),
    "rule": QT_TRANSLATE_NOOP("wording", "rule"),
    "gazetteer": QT_TRANSLATE_NOOP("wording", "gazetteer"),
    "trusted": QT_TRANSLATE_NOOP("wording", "same text"),
    "register": QT_TRANSLATE_NOOP("wording", "same name"),
    "patient": QT_TRANSLATE_NOOP("wording", "patient's record"),
    "context": QT_TRANSLATE_NOOP("wording", "context"),
    "spacy": QT_TRANSLATE_NOOP("wording", "language model"),
    "accepted": QT_TRANSLATE_NOOP("wording", "other spelling"),
    "decided": QT_TRANSLATE_NOOP("wording", "decided in this report"),
    "house": QT_TRANSLATE_NOOP("wording", "decided in other reports"),
    "sweep": QT_TRANSLATE_NOOP("wording", "final check"),
    "reading": QT_TRANSLATE_NOOP("wording", "other reading"),
}
_TOLD_WHOLLY = frozenset(("annotators", "decided", "first", "gazetteer", "house", "reading", "spacy"))


def origin_sentence(mention: Mention) -> str:
    """Who put the mention there."""
    return {
        Origin.DETECTOR: translate("wording", "Suggested by the detector"),
        Origin.FILE: translate("wording", "Was in the .ann file"),
        Origin.PERSON: translate("wording", "Added by hand"),
    }[mention.origin]


def evidence_sentence(evidence: Evidence, share: bool = True, around: Around = NOWHERE) -> str:
    """One piece of evidence as a clause, to be joined to others; without `share`, not how often it is right.

    Only words that stand `around` are quoted as the report's.
    """
    template = _template(evidence)
    if template is None:
        return str(evidence)
    if (evidence.kind, evidence.name) == ("crf", "marginal"):
        return translate("wording", "the learned model (CRF) holds it possible")
    if evidence.kind == "gazetteer" and not around.says(evidence.detail):
        template = translate("wording", "it is in the {name}")
    count, report = _reports(evidence)
    entry = report or evidence.detail
    sentence = template.format(name=_name_in_words(evidence, around), entry=entry, count=count)
    detail = _detail(evidence) if share or evidence.kind != "rule" else ""
    return f"{sentence} ({detail})" if detail else sentence


def _template(evidence: Evidence) -> str | None:
    match evidence.kind:
        case "rule":
            return _rule_template(evidence)
        case "decided":
            return _decided_template(evidence)
        case "house":
            return _house_template(evidence)
        case "annotators" if not evidence.detail:
            return translate("wording", "marked so by all annotators")
    template = _TEMPLATES.get(evidence.kind)
    return None if template is None else translate("wording", template)


def as_sentence(clause: str) -> str:
    """A clause as a sentence of its own."""
    return f"{clause[:1].upper()}{clause[1:]}."


def _decided_template(evidence: Evidence) -> str:
    if evidence.name == "rejected":
        return translate("wording", "you rejected the same in line {entry}")
    if evidence.name == "label":
        return translate("wording", "in line {entry} you gave this class to what stands after the same label")
    return translate("wording", "you accepted the same person or thing in line {entry}")


def _house_template(evidence: Evidence) -> str:
    if evidence.name == "rejected":
        return translate("wording", "the same was rejected in {count} reports of this folder, last in “{entry}”")
    if evidence.name == "label":
        return translate(
            "wording",
            "in {count} reports what stands after the same label or in the same column was given this class,"
            " last in “{entry}”",
        )
    if _reports(evidence)[0] == "1":
        return translate("wording", "the same was accepted in the report “{entry}”")
    return translate("wording", "the same was accepted in {count} reports of this folder, last in “{entry}”")


def _reports(evidence: Evidence) -> tuple[str, str]:
    """How many reports of the folder evidence is from, and the last of them."""
    count, _, report = evidence.detail.partition(" ") if evidence.kind == "house" else ("", "", "")
    return count, report


def _rule_template(evidence: Evidence) -> str:
    if evidence.name == "looks":
        return translate("wording", "it looks like PHI: {name}")
    if is_of_field(evidence.name):
        return translate("wording", "it stands after the {name}")
    if "." in evidence.name:
        return translate("wording", "reviewed reports have taught it: {name}")
    return translate("wording", "a rule recognises it: {name}")


def _name_in_words(evidence: Evidence, around: Around = NOWHERE) -> str:
    if evidence.kind == "rule" and is_of_field(evidence.name) and around.label:
        return label_words(around.label)  # the rule's own name is that of its commonest label
    if evidence.kind == "gazetteer":
        return gazetteer_words(evidence.name)
    if evidence.kind == "rule":
        return rule_kind_words(evidence.name, evidence.detail)
    return field_words(evidence.name) if evidence.kind == "patient" else evidence.name


def _detail(evidence: Evidence) -> str:
    if evidence.kind in ("patient", "accepted", "register"):
        return spelling_words(evidence.detail)
    if evidence.kind == "trusted":
        return place_words(evidence.detail)
    if evidence.kind in _TOLD_WHOLLY or evidence.name == "looks":
        return ""
    right = re.search(r" (\d+)/(\d+)$", evidence.detail) if evidence.name == "indicator" else None
    if right:
        return translate("wording", "right {right} times of {total}").format(right=right[1], total=right[2])
    share = _share(evidence.detail)
    if share is None:
        return evidence.detail
    # The CRF's probability is the confidence, which is shown beside.
    return "" if evidence.kind == "crf" else translate("wording", "right in {share}").format(share=percent(share))


def _share(detail: str) -> float | None:
    try:
        share = float(detail)
    except ValueError:
        return None
    return share if 0 <= share <= 1 else None


def evidence_text(mention: Mention, text: str, between: str = " ") -> str:
    """All evidence of a mention of a text, a sentence each, or who put it there when nobody suggested it."""
    if mention.suggestion is None:
        return f"{origin_sentence(mention)}."
    around = Around.of(text, mention.span)
    sentences = (evidence_sentence(one, around=around) for one in mention.suggestion.evidence)
    return between.join(dict.fromkeys(map(as_sentence, sentences)))


def evidence_summary(evidence: Sequence[Evidence], around: Around = NOWHERE) -> str:
    """Evidence in two sentences: the first piece, and what else speaks for it in a word each.

    Every detector that finds the same is named; of what supports them, the first.
    """
    first, *others = _speaking(evidence)
    sentence = as_sentence(evidence_sentence(first, share=False, around=around))  # the confidence is shown beside
    same = _speaker(first)
    named = [name for name in dict.fromkeys(_speaker(e) for e in others if _finds(e)) if name != same]
    hints = [name for name in dict.fromkeys(_speaker(e) for e in others if not _finds(e)) if name not in (same, *named)]
    words = [*named, *hints[:_NAMED]]
    if len(hints) > _NAMED:
        words.append(Counts().more(len(hints) - _NAMED))
    also = translate("wording", "{first} Also: {others}.")
    return also.format(first=sentence, others=", ".join(words)) if words else sentence


def finders(evidence: Sequence[Evidence]) -> str:
    """The detectors and rules that find something, in a few words each."""
    return ", ".join(dict.fromkeys(_speaker(one) for one in evidence if _finds(one)))


def _speaking(evidence: Sequence[Evidence]) -> list[Evidence]:
    """What speaks for a suggestion: not the class that it had before."""
    return [one for one in evidence if one.kind != FIRST]


def _finds(evidence: Evidence) -> bool:
    """Whether the evidence is a detector's by itself, not what supports it: a list, or what reports have taught."""
    return evidence.kind not in ("gazetteer", "reading", FIRST) and not (
        evidence.kind == "rule" and "." in evidence.name
    )


def evidence_kinds(mention: Mention) -> str:
    """The kinds of evidence: the first in a word, and how many more."""
    if mention.suggestion is None:
        return ""
    first, *others = dict.fromkeys(e.kind for e in _speaking(mention.suggestion.evidence))
    return f"{_word(first)} +{len(others)}" if others else _word(first)


def _speaker(evidence: Evidence) -> str:
    """Who or what speaks for a suggestion, in a few words."""
    if evidence.kind in ("rule", "gazetteer") and evidence.name:
        return _name_in_words(evidence)
    words = _SPEAKERS.get(evidence.kind)
    return _word(evidence.kind) if words is None else translate("wording", words)


def _word(kind: str) -> str:
    return translate("wording", _WORDS[kind]) if kind in _WORDS else kind


def description(mention: Mention, tagset: TagSet, text: str) -> str:
    """What a tool tip over a mention of a text says."""
    lines = [f"{class_title(tagset, mention.span.phi_class)} – {decision_word(mention.decision)}"]
    changed = correction(mention, tagset)
    if changed:
        lines.append(changed)
    elif mention.suggestion is not None:
        confidence = mention.suggestion.confidence
        lines.append(f"{percent(confidence)}, {confidence_words(confidence)}")
    lines.append(evidence_text(mention, text, "\n"))
    if mention.note:
        lines.append(translate("wording", "Note: {note}").format(note=mention.note))
    return "\n".join(lines)
