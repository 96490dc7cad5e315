"""Where models of the other reports mark something else."""

from __future__ import annotations

from dataclasses import replace

from deid_studio.corpora.checks.checked_corpus import CheckedCorpus
from deid_studio.corpora.checks.model_disagreement import model_disagreement
from deid_studio.model.document import Document
from deid_studio.model.span import Evidence, Span, Suggestion
from deid_studio.model.tagset import PhiClass, TagSet
from deid_studio.progress import Progress

OWN = TagSet("own", "1", (PhiClass("PERSONA", {}, kind="person"), PhiClass("LUGAR", {}, kind="place")))
NAME = Span(10, 20, "PERSONA")


def test_what_models_that_do_not_know_a_report_are_sure_of_is_told_and_what_they_do_not_see_is_not():
    documents = [Document(f"r{at}", f"Paciente: Rosa Vidal {at}\n", (NAME,)) for at in range(12)]
    documents[3] = replace(documents[3], spans=())
    documents[4] = replace(documents[4], spans=(NAME, Span(0, 8, "LUGAR")))
    documents[5] = replace(documents[5], spans=(replace(NAME, phi_class="LUGAR"),))
    asked = []

    def trained(rest):
        texts = {doc.text for doc in rest}

        def detect(doc):
            assert doc.text not in texts and not doc.spans
            asked.append(doc.id)
            return [Suggestion(NAME, 0.4 if doc.id == "r6" else 0.9, (Evidence("crf"),))]

        return detect

    documents[6] = replace(documents[6], spans=())
    found = list(model_disagreement(CheckedCorpus(documents, OWN), 3, trained, Progress()))
    assert sorted(asked) == sorted(doc.id for doc in documents)
    told = sorted((one.report, one.phi_class, one.proposed_class, one.likely) for one in found)
    assert told == [("r3", "", "PERSONA", 0.9), ("r5", "LUGAR", "PERSONA", 0.9)]
