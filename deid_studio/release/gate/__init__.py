"""The gate: what may still tell of somebody is held before anything leaves, each place to be answered by a person.

Begin reading at `held_places`: it joins what the strongest detection sees in the original (`readers`, `behind_labels`),
and what was decided once and stands elsewhere in the released text (`standing`).
"""
