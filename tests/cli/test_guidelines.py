"""deid guidelines: what each class holds, printed for the classes and the texts of a folder."""

from __future__ import annotations

from deid_studio.formats.guidelines_file import OWN
from deid_studio.model.tagset import shipped_tagset


def test_the_guidelines_of_a_tag_set_and_of_a_folder_with_its_own(run, tmp_path):
    shipped = run("guidelines")
    assert shipped.exit_code == 0 and shipped.output.startswith("# Annotation guidelines\n")
    for one in shipped_tagset("meddocan"):
        assert f"`{one.name}`" in shipped.output
    (tmp_path / "annotation.conf").write_text("[entities]\nPACIENTE\nFECHA\n", encoding="utf-8")
    own = "[PACIENTE.en]\ndefinition = 'Names with a * and <b>'\nbelongs = ['- one', '1. two', 'a_b_c']\n"
    (tmp_path / OWN).write_text(own, encoding="utf-8")
    printed = run("guidelines", tmp_path)
    assert printed.exit_code == 0 and printed.output.count("\n## ") == 2
    assert (
        "\nNames with a \\* and \\<b\\>\n\n### What belongs\n\n- \\- one\n- 1\\. two\n- a\\_b\\_c\n" in printed.output
    )
    assert "Any calendar date" in printed.output


def test_a_broken_file_of_the_folder_is_told_and_nothing_is_printed(run, tmp_path):
    (tmp_path / OWN).write_text("[A\n", encoding="utf-8")
    failed = run("guidelines", tmp_path)
    assert failed.exit_code == 1 and "line 1" in failed.output and "#" not in failed.output
