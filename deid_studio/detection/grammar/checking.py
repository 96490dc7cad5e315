"""Checking: everything wrong with a grammar, and how long each rule takes on a sample and on hostile text."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import regex

from deid_studio.detection.gazetteers import Gazetteer
from deid_studio.detection.grammar.compilation import CompiledGrammar
from deid_studio.detection.grammar.grammar_detector import GrammarDetector
from deid_studio.detection.grammar.grammar_tables import tables_of
from deid_studio.detection.grammar.matching import CompiledRule, ReportState
from deid_studio.detection.grammar.rule_language import Grammar
from deid_studio.errors import GrammarError

# A rule that needs longer than this for a few thousand characters is not fit for a folder of reports.
SLOW_SECONDS = 0.05
_SYMBOL = regex.compile(r"(?<!\\[pPN])\{([@]?)([A-Za-z_][\w|]*)\}")
_HOSTILE = (
    "a" * 3000, "A" * 3000, "1" * 3000, " " * 3000, "Aa " * 1000, "a. " * 1000, "1 " * 1500, "1/" * 1500, "A-" * 1500,
    "Dr. " * 700, "de " * 1000, "Calle Aa " * 350, "Hospital " * 350, "\n" * 3000, "a: " * 1000, "(1) " * 700,
    "Nombre: " + "Aa Bb, " * 400, "Varón de " + "12 " * 800, "x@" * 1500,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Finding:
    """Something to tell about a rule, list or symbol; `error` when the grammar cannot be used because of it."""

    name: str
    what: str
    error: bool = False


@dataclass(frozen=True, slots=True)
class RuleCost:
    """How long a rule took in seconds: on the sample, and at worst on one hostile text."""

    name: str
    sample_seconds: float
    hostile_seconds: float


@dataclass(frozen=True, slots=True)
class Check:
    """The result of checking a grammar."""

    findings: tuple[Finding, ...]
    costs: tuple[RuleCost, ...]

    @property
    def sound(self) -> bool:
        """Whether the grammar can be used."""
        return not any(finding.error for finding in self.findings)


def check(grammar: Grammar, gazetteers: Iterable[Gazetteer], sample: Sequence[str]) -> Check:
    """Everything wrong with a grammar, not only the first thing; `sample` are texts of reports."""
    gazetteers = tuple(gazetteers)
    findings: list[Finding] = [*_unknown_kinds(grammar, gazetteers), *_unused(grammar)]
    compiled = CompiledGrammar(grammar, tables_of(grammar, gazetteers))
    fit: list[int] = []
    for number, rule in enumerate(grammar.rules):
        try:
            one = compiled.proven(number)
        except GrammarError as error:
            findings.append(Finding(rule.name, str(error.params["detail"]), error=True))
            continue
        fit.append(number)
        findings += _doubtful(one)
    costs = _costs(GrammarDetector(grammar, gazetteers), fit, sample) if len(fit) == len(grammar.rules) else []
    for cost in costs:
        if cost.sample_seconds > SLOW_SECONDS * max(len(sample), 1):
            findings.append(Finding(cost.name, f"slow: {cost.sample_seconds * 1000:.0f} ms on the sample"))
        if cost.hostile_seconds > SLOW_SECONDS:
            findings.append(Finding(cost.name, f"catastrophic on hostile text: {cost.hostile_seconds * 1000:.0f} ms"))
    return Check(tuple(findings), tuple(costs))


def _unknown_kinds(grammar: Grammar, gazetteers: Sequence[Gazetteer]) -> Iterable[Finding]:
    known = {gazetteer.kind for gazetteer in gazetteers}
    for source in grammar.lists.values():
        # Kinds that only an import by the user brings are not there before it.
        missing = [kind for kind in source.kinds if kind not in known and not kind.startswith("imported_")]
        if missing:
            yield Finding(source.name, f"no gazetteer of the kind {', '.join(missing)}")


def _unused(grammar: Grammar) -> Iterable[Finding]:
    written = [text for rule in grammar.rules for text in (rule.find, rule.left, rule.right, rule.gap)]
    written += [*grammar.symbols.values(), *(z.begins for z in grammar.zones.values())]
    used = {(kind, name) for text in written for kind, names in _SYMBOL.findall(text) for name in names.split("|")}
    yield from (Finding(name, "symbol is never used") for name in grammar.symbols if ("", name) not in used)
    yield from (Finding(name, "list is never used") for name in grammar.lists if ("@", name) not in used)
    zones = {rule.zone.lstrip("!") for rule in grammar.rules}
    yield from (Finding(name, "zone is never used") for name in grammar.zones if name not in zones)


def _doubtful(compiled: CompiledRule) -> Iterable[Finding]:
    rule = compiled.rule
    if compiled.plain is not None and compiled.plain.pattern.fullmatch("") is not None:
        yield Finding(rule.name, "its expression can match nothing")
    folded = [cue for cue in rule.cue if cue != cue.lower() or any(c in "áéíóúñü" for c in cue)]
    if folded:
        yield Finding(rule.name, f"a cue must be folded (lower case, no accents): {', '.join(folded)}", error=True)


def _costs(detector: GrammarDetector, numbers: Iterable[int], sample: Sequence[str]) -> list[RuleCost]:
    states = [detector.state(text) for text in sample]
    hostile = [detector.state(_with_cues(text, "")) for text in _HOSTILE]
    costs = []
    for number in numbers:
        rule = detector.compiled.grammar.rules[number]
        own = [detector.state(_with_cues(text, rule.cue[0])) for text in _HOSTILE] if rule.cue else hostile
        sampled = sum(_seconds(detector, number, state) for state in states)
        costs.append(RuleCost(rule.name, sampled, max(_seconds(detector, number, state) for state in own)))
    return costs


def _with_cues(text: str, cue: str) -> str:
    return f"{cue} {text} {cue}" if cue else text


def _seconds(detector: GrammarDetector, number: int, state: ReportState) -> float:
    begun = time.thread_time()
    for _ in detector.matches(number, state):
        pass
    return time.thread_time() - begun
