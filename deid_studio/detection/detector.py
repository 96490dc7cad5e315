"""Detector: what anything that finds PHI in a report is to a pipeline."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from deid_studio.model.document import Document
from deid_studio.model.span import Suggestion


class Detector(Protocol):
    """Anything that finds PHI in a report."""

    @property
    def name(self) -> str:
        """A short name for evidence, profiles and logs."""

    def detect(self, doc: Document) -> list[Suggestion]:
        """The suggestions for `doc`, in text order; `doc.spans` is not looked at."""


# Kinds of evidence that say who somebody is: such suggestions are never doubted.
KNOWN = frozenset(("patient", "register", "trusted"))


@runtime_checkable
class LineDetector(Protocol):
    """A detector that can be asked for some lines of a report, and then has less to do."""

    def detect_in(self, doc: Document, lines: Sequence[tuple[int, int]]) -> list[Suggestion]:
        """Those suggestions of `detect` that are in one of the lines, whose places are ascending."""


@runtime_checkable
class LaterDetector(Protocol):
    """A detector that also looks at what the detectors before it suggest."""

    def detect_after(self, doc: Document, suggestions: Sequence[Suggestion]) -> list[Suggestion]:
        """Further suggestions for `doc`; `suggestions` are in text order, none overlapping another."""


@runtime_checkable
class Doubter(LaterDetector, Protocol):
    """A later detector that also tells which of the suggestions before it are none."""

    def detect_and_doubt(
        self, doc: Document, suggestions: Sequence[Suggestion]
    ) -> tuple[list[Suggestion], list[tuple[int, int]]]:
        """Further suggestions as of `detect_after`, and the stretches of code points in which none so far is right but
        what is known of the patient or was found elsewhere (`KNOWN`)."""


@runtime_checkable
class Reviser(Protocol):
    """A detector that has the last word on classes and ends of what all of them suggest together."""

    def revise(self, doc: Document, suggestions: Sequence[Suggestion]) -> list[Suggestion]:
        """The suggestions in text order, disjoint as before, some in another class, with other ends or left out."""


@runtime_checkable
class Refuser(Protocol):
    """A detector that also tells what is no PHI, whichever detector takes it for some."""

    def detect_and_refuse(self, doc: Document) -> tuple[list[Suggestion], list[tuple[int, int]]]:
        """The suggestions for `doc`, and the stretches of code points in which none is right."""


@runtime_checkable
class RuleDetector(Protocol):
    """A detector with rules that a person can turn off, each by its id (`detection/rule_ids.py`)."""

    def without(self, off: Collection[str]) -> Detector:
        """The same detector with these rules left out, as if it had never had them; ids that are not its own say
        nothing."""

    def unknown(self, off: Collection[str]) -> frozenset[str]:
        """Those of the ids that are meant for this detector and name nothing that it has."""


@runtime_checkable
class TrainedDetector(Protocol):
    """A detector with a trained model."""

    @property
    def fingerprint(self) -> str:
        """What tells the model from every other one."""


@runtime_checkable
class CalibratedDetector(TrainedDetector, Protocol):
    """A detector whose model tells itself what confidences are worth where it suggests."""

    @property
    def calibrations(self) -> Mapping[str, Mapping[str, Any]]:
        """The knots of the calibration by name of a profile, as `Calibration.to_json` has them."""
