"""The registry: every detector that a profile can name, and how it is made from its table."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from deid_studio import paths
from deid_studio.detection.detector import Detector
from deid_studio.detection.model_files import manifest_of, reading
from deid_studio.detection.model_tagset import tagset_of
from deid_studio.detection.profile_options import ProfileOptions
from deid_studio.detection.suggester import DETECTED
from deid_studio.detection.translated import speaking
from deid_studio.detection.trusted import Safeguards
from deid_studio.model.patient_fields import PatientFields
from deid_studio.model.tagset import TagSet, shipped_tagset

if TYPE_CHECKING:
    from deid_studio.detection.signed_layouts import Layouts

# The factories import what they need themselves: a profile without a CRF does not wait for SciPy.


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a pipeline is given besides its profile.

    `model` replaces the model of the detectors whose table names none; `patient_fields` are keyed by report id;
    `tagset` has the classes that all detectors suggest (by default those of the shipped model and grammar); `before`
    are the detectors that stand before in the profile, which is called `profile`; `shared` are those of another
    pipeline, loaded already.
    """

    model: Path | None = None
    patient_fields: Mapping[str, PatientFields] | None = None
    tagset: TagSet = field(default_factory=lambda: shipped_tagset(DETECTED))
    before: tuple[Detector, ...] = ()
    profile: str = ""
    shared: tuple[Detector, ...] = ()


Factory = Callable[[ProfileOptions, Surroundings], Detector]


def _crf(options: ProfileOptions, around: Surroundings) -> Detector:
    from deid_studio.detection.crf import CrfDetector

    model = _model(options, around, "default")
    return speaking(CrfDetector.load(model), tagset_of(model), around.tagset)


def _crf_marginals(options: ProfileOptions, around: Surroundings) -> Detector:
    from deid_studio.detection.crf import CrfDetector
    from deid_studio.detection.crf_marginals import MarginalsDetector
    from deid_studio.detection.harmless.shipped_harmless import default_harmless

    model = _model(options, around, "default")
    with reading(model):
        fingerprint = manifest_of(model).get("manifest_sha256")
    loaded = (one for one in around.shared if isinstance(one, CrfDetector) and one.fingerprint == fingerprint)
    detector = MarginalsDetector(
        next(loaded, None) or CrfDetector.load(model),
        options.number("least", 0.1),
        least_plain=options.number("least_plain", 0.0),
        least_harmless=options.number("least_harmless", 0.0),
        weigh=default_harmless().weights,
    )
    return speaking(detector, tagset_of(model), around.tagset)


def _grammar(options: ProfileOptions, around: Surroundings) -> Detector:
    from deid_studio.detection.grammar.loading import load_grammar_detector

    name = options.text("grammar", "spanish")
    shipped = paths.resources() / "grammars" / f"{name}.toml"
    grammar = load_grammar_detector(shipped if shipped.is_file() else _beside(options.path, name))
    return speaking(grammar, shipped_tagset(DETECTED), around.tagset)


def _patient_fields(options: ProfileOptions, around: Surroundings) -> Detector:
    from deid_studio.detection.patient.patient_detector import PatientFieldsDetector

    return PatientFieldsDetector(around.patient_fields, tagset=around.tagset)


def _sectioned(options: ProfileOptions, around: Surroundings) -> Detector:
    from deid_studio.detection.crf import CrfDetector
    from deid_studio.detection.gazetteers import default_gazetteers
    from deid_studio.detection.sectioned.sectioned_detector import SectionedDetector
    from deid_studio.detection.sectioned.sectioned_model import read_sectioned

    model = read_sectioned(_model(options, around, "sectioned"))
    index = default_gazetteers()
    return SectionedDetector(
        model.indicators, CrfDetector(model.crf, index), index, around.tagset, _safeguards(options, around)
    )


def _trusted(options: ProfileOptions, around: Surroundings) -> Detector:
    from deid_studio.detection.gazetteers import default_gazetteers
    from deid_studio.detection.trusted import TrustedDetector

    return TrustedDetector(default_gazetteers(), _safeguards(options, around))


def _register(options: ProfileOptions, around: Surroundings) -> Detector:
    from deid_studio.detection.gazetteers import default_gazetteers
    from deid_studio.detection.register_detector import RegisterDetector
    from deid_studio.people.vocabulary import default_vocabulary

    least = options.number("least_confidence", 0.2)
    return RegisterDetector(default_gazetteers(), default_vocabulary(), around.tagset, least)


def _street_ends(options: ProfileOptions, around: Surroundings) -> Detector:
    from deid_studio.detection.street_ends import StreetEnds

    return StreetEnds(around.tagset)


def _whole_words(options: ProfileOptions, around: Surroundings) -> Detector:
    from deid_studio.detection.gazetteers import default_gazetteers
    from deid_studio.detection.whole_words import WholeWords

    return WholeWords(around.tagset, default_gazetteers())


def _learned_ends(options: ProfileOptions, around: Surroundings) -> Detector:
    from deid_studio.detection.crf import CrfDetector
    from deid_studio.detection.learned_ends import LearnedEnds

    crf = next((one for one in around.before if isinstance(one, CrfDetector)), None)
    if crf is None:
        raise options.wrong("use", "needs the detector “crf” before it")
    return LearnedEnds(crf)


def _looks(options: ProfileOptions, around: Surroundings) -> Detector:
    from deid_studio.detection.gazetteers import default_gazetteers
    from deid_studio.detection.harmless.shipped_harmless import default_harmless
    from deid_studio.detection.looks.look import LookKind
    from deid_studio.detection.looks.looks_detector import LooksDetector, look_classes

    changed = options.texts("classes")
    for name in changed:
        if name not in list(LookKind):
            raise options.wrong(f"classes.{name}", f"is not one of {', '.join(LookKind)}")
    classes = {**look_classes(around.tagset), **{LookKind(name): phi_class for name, phi_class in changed.items()}}
    return LooksDetector(default_gazetteers(), default_harmless(), classes, options.number("confidence", 0.2))


def _readings(options: ProfileOptions, around: Surroundings) -> Detector:
    from deid_studio.detection.gazetteers import default_gazetteers
    from deid_studio.detection.readings.lexicon import Lexicon
    from deid_studio.detection.readings.readings_detector import READINGS, ReadingsDetector
    from deid_studio.people.vocabulary import default_vocabulary

    wanted = options.names("of", frozenset(("crf", "grammar")))
    of = [one for one in around.before if one.name in wanted]
    if missing := wanted - {one.name for one in of}:
        raise options.wrong("of", f"names no detector that stands before: {', '.join(sorted(missing))}")
    names = options.names("readings", frozenset(READINGS))
    if unknown := names - set(READINGS):
        raise options.wrong("readings", f"{', '.join(sorted(unknown))}: none of {', '.join(READINGS)}")
    lexicon = Lexicon(default_gazetteers(), default_vocabulary().__contains__)
    return ReadingsDetector(of, lexicon, options.number("worth", 0.9), names)


def _context(options: ProfileOptions, around: Surroundings) -> Detector:
    from deid_studio.detection.context.context_detector import GROUPS, ContextDetector, Joining

    folder = _model(options, Surroundings(), "context")
    tables = {key: options.numbers(key) for key in ("least", "least_strange")}
    for key, least in tables.items():
        for name in least:
            if name not in GROUPS:
                raise options.wrong(f"{key}.{name}", f"is not one of {', '.join(GROUPS)}")
    joining = Joining(
        **tables,
        strange=options.number("strange", 0.7),
        sure=options.number("sure", 0.0),
        sure_strange=options.number("sure_strange", 0.0),
        unlikely=options.number("unlikely", 0.02),
        unlikely_direct=options.number("unlikely_direct", 0.02),
    )
    return ContextDetector.load(folder, around.tagset, joining, around.before, _layouts(around))


def _judge(options: ProfileOptions, around: Surroundings) -> Detector:
    from deid_studio.detection.context.context_detector import ContextDetector
    from deid_studio.detection.crf import CrfDetector
    from deid_studio.detection.judge.judge import Judge, Standard, learned_standard, read_weights
    from deid_studio.people.vocabulary import default_vocabulary

    sight = next((one.sight for one in around.before if isinstance(one, ContextDetector)), None)
    if sight is None:
        raise options.wrong("use", "needs the detector “context” before it")
    standard = Standard(
        read_weights(_beside(options.path, options.text("weights"))),
        options.number("least", 0.5),
        options.number("least_direct", 0.5),
    )
    manifests = (one.model.manifest for one in around.before if isinstance(one, CrfDetector))
    learned = (learned_standard(one, around.profile, options.path) for one in manifests)
    return Judge(
        sight,
        around.tagset,
        next((one for one in learned if one is not None), standard),
        default_vocabulary().__contains__,
        strange=options.number("strange", 0.77),
        layouts=_layouts(around),
    )


def _layouts(around: Surroundings) -> Layouts | None:
    """Those that the first CRF before a detector has learned from signed reports."""
    from deid_studio.detection.crf import CrfDetector
    from deid_studio.detection.signed_layouts import Layouts

    return next((Layouts.of(one.model.manifest) for one in around.before if isinstance(one, CrfDetector)), None)


def _spacy(options: ProfileOptions, around: Surroundings) -> Detector:
    from deid_studio.detection.spacy_detector import SpacyDetector

    folder = _model(options, Surroundings(), options.text("model"))
    return SpacyDetector.load(folder, options.texts("labels"), options.number("confidence", 0.8))


DETECTORS: Mapping[str, Factory] = {
    "context": _context,
    "crf": _crf,
    "crf-marginals": _crf_marginals,
    "grammar": _grammar,
    "judge": _judge,
    "learned-ends": _learned_ends,
    "looks": _looks,
    "patient-fields": _patient_fields,
    "readings": _readings,
    "register": _register,
    "sectioned": _sectioned,
    "spacy": _spacy,
    "street-ends": _street_ends,
    "whole-words": _whole_words,
    "trusted": _trusted,
}


# The detectors with a model whose manifest tells its tag set, and the model that each takes where none is said.
_TRAINED = {"crf": "default", "crf-marginals": "default", "sectioned": "sectioned"}


def make_detector(options: ProfileOptions, around: Surroundings) -> Detector:
    """The detector that the table's key `use` names.

    Raises `ProfileError` for a name, key or value that is not known, and what loading the detector raises.
    """
    use = options.text("use")
    factory = DETECTORS.get(use)
    if factory is None:
        raise options.wrong("use", f"is not one of {', '.join(sorted(DETECTORS))}")
    return factory(options, around)


def trained_model(options: ProfileOptions, around: Surroundings) -> Path | None:
    """The folder of the model that a detector's table means; None for detectors without one that tells its classes."""
    default = _TRAINED.get(options.text("use"))
    return None if default is None else _model(options, around, default)


def _model(options: ProfileOptions, around: Surroundings, default: str) -> Path:
    """The model's folder: what the table says, else what the person asked for, else the shipped `default`."""
    if around.model is not None and "model" not in options:
        return around.model
    name = options.text("model", default)
    for folder in (paths.resources() / "models", paths.shared_models(), paths.user_models()):
        if "/" not in name and (folder / name).is_dir():
            return folder / name
    return _beside(options.path, name)


def _beside(profile: Path, name: str) -> Path:
    """A path that a profile names, relative to the profile itself."""
    return profile.parent / name


def _safeguards(options: ProfileOptions, around: Surroundings) -> Safeguards:
    from deid_studio.people.vocabulary import default_vocabulary

    default = Safeguards.of(around.tagset)
    return Safeguards(
        least_length=int(options.number("least_length", default.least_length, 1, 100)),
        least_digits=int(options.number("least_digits", default.least_digits, 1, 100)),
        least_confidence=options.number("least_confidence", default.least_confidence),
        never=options.names("never", default.never),
        persons=options.names("persons", default.persons),
        places=options.names("places", default.places),
        is_common=default_vocabulary().__contains__,
    )
