"""Garbage: when Python looks for what nobody holds any more, during which every thread waits."""

from __future__ import annotations

import gc

_FULL_SEARCH_EVERY = 4  # searches of the generation before


def keep_searches_short() -> None:
    """Have full searches come often, and leave out what an earlier one has looked through.

    Such a search takes half a second with the suggestions of 5,000 reports in memory. What is put away goes with its
    last reference, so hardly anything of what is left out ever becomes garbage: `search_everything` finds it.
    """

    def leave_out(phase: str, info: dict[str, int]) -> None:
        if phase == "stop" and info["generation"] == 2:
            gc.freeze()

    gc.set_threshold(*gc.get_threshold()[:2], _FULL_SEARCH_EVERY)
    gc.callbacks.append(leave_out)


def search_everything() -> None:
    """Look through what was left out as well; some 60 ms without reports in memory."""
    gc.unfreeze()
    gc.collect()
