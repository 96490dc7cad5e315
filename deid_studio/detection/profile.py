"""Profile: which detectors run in which order, how their suggestions are joined, and in which tag set."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from deid_studio import paths
from deid_studio.detection.calibration import Calibration, calibration_from, read_calibration
from deid_studio.detection.detector import CalibratedDetector, Detector, TrainedDetector
from deid_studio.detection.merge import MergeStrategy
from deid_studio.detection.model_files import MANIFEST
from deid_studio.detection.model_tagset import tagset_of
from deid_studio.detection.pipeline import Pipeline
from deid_studio.detection.profile_options import ProfileOptions
from deid_studio.detection.registry import DETECTORS, Surroundings, make_detector, trained_model
from deid_studio.detection.suggester import DETECTED
from deid_studio.errors import ProfileError, reason
from deid_studio.model.patient_fields import PatientFields
from deid_studio.model.tagset import TagSet, load_tagset, shipped_tagset
from deid_studio.plain_files import plain_text, toml_of
from deid_studio.texts import Text, in_language

_LARGEST_FILE = 1_000_000


@dataclass(frozen=True, slots=True)
class Profile:
    """A profile as its file says; nothing is loaded before `pipeline` is called.

    `detectors` are the tables of the detectors in order; `least_confidence` has the key "" for all other classes;
    `tagset` names the tag set that suggestions come in; `published` names the figures that it is to be compared with;
    `calibration` is a file of measured confidences, which holds for the model that it was measured with only.
    """

    name: str
    path: Path
    titles: Mapping[str, str]
    detectors: tuple[Mapping[str, Any], ...]
    merge: MergeStrategy = MergeStrategy.CONFIDENT
    least_confidence: Mapping[str, float] = field(default_factory=dict)
    tagset: str = DETECTED
    published: str = ""
    calibration: Path | None = None

    def title(self, language: str) -> str:
        """What the profile is, in a language, else in Spanish or English, else its name."""
        return in_language(self.titles, language) or self.name

    def pipeline(
        self,
        model: Path | None = None,
        patient_fields: Mapping[str, PatientFields] | None = None,
        shared: Sequence[Detector] = (),
    ) -> Pipeline:
        """The pipeline, with `model` for the detectors that name none of their own; what `shared` ones have loaded is
        not loaded again.

        Raises `ProfileError` for a table that is wrong or patient fields that no detector would use, and what loading
        a detector raises.
        """
        if patient_fields is not None and all(table["use"] != "patient-fields" for table in self.detectors):
            raise ProfileError(
                path=self.path,
                detail=Text("it does not search patient fields: it lacks the detector “patient-fields”"),
            )
        around = Surroundings(model, patient_fields, profile=self.name, shared=tuple(shared))
        around = replace(around, tagset=self._working_tagset(around))
        detectors: list[Detector] = []
        for number, table in enumerate(self.detectors, 1):
            options = ProfileOptions(self.path, f"detectors[{number}]", table)
            detector = make_detector(options, replace(around, before=tuple(detectors)))
            options.finish()
            detectors.append(detector)
        calibration = read_calibration(self.calibration) if self.calibration else Calibration()
        models = {one.fingerprint for one in detectors if isinstance(one, TrainedDetector)} or {""}
        told = [
            one.calibrations[self.name]
            for one in detectors
            if isinstance(one, CalibratedDetector) and self.name in one.calibrations
        ]
        if told:
            calibration = calibration_from("", told[0], self.path)
        elif calibration.model not in models:
            calibration = Calibration()
        pipeline = Pipeline(detectors, self.merge, self.least_confidence, calibration, around.tagset)
        return pipeline if self.tagset == DETECTED else pipeline.into(self.load_tagset())

    def _working_tagset(self, around: Surroundings) -> TagSet:
        """The tag set of the first model, which the other detectors speak too; without one that of the detectors."""
        return next((tagset_of(one) for one in self._trained(around)), shipped_tagset(DETECTED))

    def _trained(self, around: Surroundings) -> Iterator[Path]:
        for number, table in enumerate(self.detectors, 1):
            model = trained_model(ProfileOptions(self.path, f"detectors[{number}]", table), around)
            if model is not None:
                yield model

    def files(self, model: Path | None = None) -> list[Path]:
        """The files that say what the pipeline is: its own, and the manifest of each model, which has the checksums."""
        own = [self.path, *([self.calibration] if self.calibration else [])]
        trained = self._trained(Surroundings(model, profile=self.name))
        return own + [folder / MANIFEST for folder in dict.fromkeys(trained)]

    def load_tagset(self) -> TagSet:
        """The tag set that suggestions come in; raises `ProfileError` or `TagSetError`."""
        return load_tagset(self._tagset_file(self.tagset))

    def _tagset_file(self, name: str) -> Path:
        shipped = paths.resources() / "tagsets" / f"{name}.toml"
        path = shipped if shipped.is_file() else self.path.parent / name
        if not path.is_file():
            raise ProfileError(path=self.path, detail=f"tagset {name!r} is no shipped tag set and no file beside it")
        return path


def profile_names() -> list[str]:
    """The profiles that are shipped."""
    return sorted(path.stem for path in _folder().glob("*.toml"))


def load_profile(name: str | Path) -> Profile:
    """The shipped profile of a name, or the one in a TOML file.

    Raises `ProfileError`, naming file and key, when it is missing, no TOML, or holds what no profile holds.
    """
    path = Path(name)
    if path.suffix != ".toml":
        path = _folder() / f"{name}.toml"
        if str(name) not in profile_names():
            raise ProfileError(path=name, detail=f"it is no file (.toml) and none of {', '.join(profile_names())}")
    try:
        data = toml_of(plain_text(path, _LARGEST_FILE))
    except OSError as error:
        raise ProfileError(path=path, detail=reason(error)) from error
    except ValueError as error:
        raise ProfileError(path=path, detail=str(error) or type(error).__name__) from error
    return _profile(path, ProfileOptions(path, "", data))


def _profile(path: Path, options: ProfileOptions) -> Profile:
    strategy = options.text("merge", MergeStrategy.CONFIDENT)
    if strategy not in list(MergeStrategy):
        raise options.wrong("merge", f"is not one of {', '.join(MergeStrategy)}")
    least = options.numbers("least_confidence")
    tables = []
    for table in options.tables("detectors"):
        use = table.text("use")
        if use not in DETECTORS:
            raise table.wrong("use", f"is not one of {', '.join(sorted(DETECTORS))}")
        tables.append(table.values())
    profile = Profile(
        name=options.text("name", path.stem),
        path=path,
        titles=options.texts("title"),
        detectors=tuple(tables),
        merge=MergeStrategy(strategy),
        least_confidence={"" if name == "default" else name: value for name, value in least.items()},
        tagset=options.text("tagset", DETECTED),
        published=options.text("published", ""),
        calibration=path.parent / calibration if (calibration := options.text("calibration", "")) else None,
    )
    options.finish()
    return profile


def _folder() -> Path:
    return paths.resources() / "profiles"
