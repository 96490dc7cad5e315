"""Release policies: which treatment a class gets, and files that cannot be used."""

from __future__ import annotations

from dataclasses import replace

import pytest
import tomli_w

from deid_studio import paths
from deid_studio.errors import PolicyError
from deid_studio.release.policy import (
    Generalisation,
    Policy,
    Treatment,
    Way,
    forget_policy,
    keep_policy,
    load_policy,
    named_policy,
    own_policies,
    policy_from,
    policy_values,
    shipped_policies,
    with_treatment,
    without_claims,
)
from deid_studio.release.surrogates.repeating import Repeat


def test_a_class_comes_before_its_kind_and_that_before_the_default(tagset):
    policy = Policy(
        "p",
        default=Treatment(Way.REMOVE),
        kinds={"person": Treatment(Way.TAG)},
        classes={"NOMBRE_SUJETO_ASISTENCIA": Treatment(Way.MASK)},
    )
    assert policy.treatment("NOMBRE_SUJETO_ASISTENCIA", tagset).way is Way.MASK
    assert policy.treatment("NOMBRE_PERSONAL_SANITARIO", tagset).way is Way.TAG
    assert policy.treatment("FECHAS", tagset).way is Way.REMOVE
    assert policy.treatment("UNKNOWN", tagset).way is Way.REMOVE


def test_what_is_shipped_has_titles_and_can_be_written_and_read(tmp_path):
    assert {policy.name for policy in shipped_policies()} == {
        "research", "safe-harbour", "meddocan-tags", "radiology", "eu-anonymisation", "eu-pseudonymisation",
    }  # fmt: skip
    for policy in shipped_policies():
        assert policy.title_in("es") != policy.title_in("en")
        file = tmp_path / f"{policy.name}.toml"
        file.write_bytes(tomli_w.dumps(policy_values(policy)).encode())
        assert load_policy(str(file)) == policy
        assert policy_from(policy_values(policy)) == policy


def test_every_policy_that_is_shipped_says_what_it_claims_and_what_not_in_both_languages():
    for policy in shipped_policies():
        texts = [*policy.claims_in("es"), *policy.claims_in("en")]
        assert all(len(text) > 60 and "\n" not in text for text in texts) and len(set(texts)) == 4
        assert without_claims(policy).claims_in("es") == ("", "")


def test_the_policies_of_the_european_law_ask_for_whom_a_release_is():
    assert load_policy("eu-anonymisation").requires == {"recipient", "purpose", "environment"}
    # What is pseudonymised is personal data still, and cannot be published.
    assert load_policy("eu-pseudonymisation").requires == {"recipient", "purpose", "restricted"}


def test_labels_of_headers_are_kept_by_all_shipped_policies():
    from deid_studio import paths
    from deid_studio.model.tagset import load_tagset

    radiology = load_tagset(paths.resources() / "tagsets" / "radiology.toml")
    assert all(policy.treatment("CAB", radiology).way is Way.KEEP for policy in shipped_policies())


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "name"), ("name = 1\nname = 2", "TOML"), ('name = "a"\nother = 1', "other"),
        ('name = "a"\n[default]\nway = "fly"', "fly"), ('name = "a"\n[default]\nlength = 3', "way"),
        ('name = "a"\n[default]\nway = "mask"\nlength = -1', "length"),
        ('name = "a"\n[default]\nway = "mask"\ncolour = 1', "colour"), ('name = "a"\ntrim = ["body"]', "body"),
        ('name = "a"\nrepeat = "never"', "never"),
        ('name = "a"\n[kinds]\nperson = "tag"', "person"), ('name = "a"\nscope = "world"', "world"),
        ('name = "a"\n[default]\nway = "generalise"\nto = "galaxy"', "galaxy"),
        ('name = "a"\n[default]\nway = "tag"\nnumbered = 1', "numbered"),
        ('name = "a"\n[handover]\nrequires = ["blood"]', "blood"), ('name = "a"\n[handover]\nexpires_days = 0', "days"),
        ('name = "a"\n[handover]\nother = 0', "other"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_file_is_named(tmp_path, text, told):
    file = tmp_path / "p.toml"
    file.write_text(text)
    with pytest.raises(PolicyError) as refused:
        load_policy(str(file))
    assert told in str(refused.value) and "p.toml" in str(refused.value)


def test_a_file_that_is_not_there_or_not_text_is_told(tmp_path):
    with pytest.raises(PolicyError):
        load_policy("no-such-policy")
    (tmp_path / "b.toml").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(PolicyError):
        load_policy(str(tmp_path / "b.toml"))


def test_options_of_generalising_are_read():
    bands = {"way": "generalise", "to": "age-band", "width": 10, "top": 80}
    one = policy_from({"name": "a", "kinds": {"age": bands}}).kinds["age"]
    assert (one.to, one.width, one.top) == (Generalisation.AGE_BAND, 10, 80)


@pytest.fixture
def own_folder(tmp_path, monkeypatch):
    monkeypatch.setattr(paths, "user_policies", lambda: tmp_path / "policies")
    return tmp_path / "policies"


def test_a_policy_of_ones_own_is_kept_found_by_name_and_deleted(own_folder):
    masked = {"A.B «c»": Treatment(Way.MASK, length=3)}
    odd = replace(load_policy("research"), classes=masked, trim={"header"}, repeat=Repeat.CHAINED)
    own = named_policy(odd, "Ensayo «PRÓSTATA» 2\x7f")
    assert own.name == "ensayo-prostata-2"
    keep_policy(own)
    assert load_policy("ensayo-prostata-2") == own
    assert own_policies() == (own,)
    (own_folder / "broken.toml").write_text("name =")
    assert own_policies() == (own,)
    forget_policy(own.name)
    assert own_policies() == ()
    with pytest.raises(PolicyError):
        load_policy(own.name)


@pytest.mark.parametrize("title", ["", " ", "¿?", "Research", "safe harbour"])
def test_a_title_that_gives_no_name_of_its_own_is_refused(title):
    with pytest.raises(ValueError):
        named_policy(load_policy("research"), title)


def test_another_treatment_of_a_class_is_said_once(tagset):
    policy = load_policy("safe-harbour")
    masked = with_treatment(policy, "FECHAS", Treatment(Way.MASK), tagset)
    assert masked.treatment("FECHAS", tagset) == Treatment(Way.MASK)
    assert masked.treatment("PAIS", tagset) == policy.treatment("PAIS", tagset)
    assert with_treatment(masked, "FECHAS", policy.treatment("FECHAS", tagset), tagset) == policy


def test_a_file_that_changed_is_read_anew(tmp_path):
    path = tmp_path / "p.toml"
    for way in (Way.TAG, Way.REMOVE, Way.TAG):
        path.write_text(f'name = "p"\n[default]\nway = "{way}"\n', encoding="utf-8")
        assert load_policy(str(path)).default.way is way
