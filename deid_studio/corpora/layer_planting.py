"""LayerPlanting: what is planted in a layer's reports, those on the screen and all others alike; pure."""

from __future__ import annotations

from dataclasses import dataclass

from deid_studio.corpora.layer_file import Layer
from deid_studio.corpora.planted_suggestions import PlantedSuggestion, Planting, shown_with
from deid_studio.model.mentions import Desk
from deid_studio.model.span import Span
from deid_studio.model.tagset import TagSet
from deid_studio.review.session import ReviewSession


@dataclass(frozen=True, slots=True)
class LayerPlanting:
    """The planting of a layer; nothing is planted where an annotator `answered`, or in what was signed."""

    layer: Layer
    tagset: TagSet
    answered: frozenset[tuple[str, Span]]

    def on(self, session: ReviewSession) -> tuple[PlantedSuggestion, ...]:
        """What is planted in a report."""
        layer = self.layer
        if not layer.planted or session.signatures or session.read_only:
            return ()
        planting = Planting(session.name, layer.annotator.folder, layer.planted, layer.seed)
        every = planting.on(session.desk, session.text, self.tagset)
        return tuple(one for one in every if (session.name, one.mention.span) not in self.answered)

    def shown(self, session: ReviewSession) -> Desk:
        """The desk of a report as it is shown."""
        return shown_with(session.desk, self.on(session))
