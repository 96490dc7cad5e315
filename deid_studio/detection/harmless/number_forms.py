"""Numbers that are no PHI by their form: hours, decimals, ratios, doses, measured values, stages."""

from __future__ import annotations

from itertools import chain

import numpy as np
import regex
from numpy.typing import NDArray

from deid_studio.detection.flat_lines import LINE_END, FlatLines

_UNITS = (
    r"%|‰|mg|g|gr|grs|kg|ml|cc|dl|l|cm|mm|m2|mcg|µg|ug|ng|pg|ui|u|mu|meq|mmol|mosm|mmhg|cmh2o|lpm|rpm|bpm|fr|ch|hz|khz|mhz"
    r"|kcal|kj|kpa|bar|w|j|gy|cgy|mci|mbq|mv|ms|msv|db|dp|fl|puntos|pts|mg/\p{L}++|g/\p{L}++|ml/\p{L}++|u/\p{L}++"
    r"|ui/\p{L}++|mcg/\p{L}++|l/\p{L}++|mmol/\p{L}++|x ?10|ºc|°c|º|°|comp|comps|cp|cps|amp|amps|caps|sobres?|puff|puffs"
    r"|gotas|gts|inh|miligramos?|gramos?|kilos?|mililitros?|litros?|microgramos?|unidades|centimetros?|centímetros?|milimetros?"
    r"|milímetros?|latidos|respiraciones|grados|comprimidos?|cápsulas?|capsulas?|ampollas?"
)
# Behind most numbers stands what begins none of them, which is told sooner than that it is none.
_BEGINNINGS = "".join(sorted({unit[0] for unit in _UNITS.split("|")}))
_AMOUNT = r"\d{1,4}(?:[.,]\d{1,3})?"
# Their repetitions are bounded or give nothing back, so that none takes long and none needs a clock: what the context
# model sees does not depend on how busy a machine is.
_FORMS = tuple(
    regex.compile(form)
    for form in (
        # Hours: `23:40`, `08:05:12`, `17 h`, `9.30 horas`.
        r"(?<![\d:.,/-])\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,6})?)?(?![\d:])(?: ?(?i:h|hs|hrs?|horas?)(?!\p{L}))?",
        r"(?<![\d:.,/-])\d{1,2}(?:[.:-]\d{1,2})? ?(?i:h|hs|hrs|horas?)(?![\p{L}ªº])",
        # `13,1`; a list of days has blanks behind its commas.
        r"(?<![\d.,/-])\d{1,4},\d{1,3}(?![\d,./-])",
        # `1-0-1`
        r"(?<![\d/.,-])[\d½](?:-[\d½]){2,3}(?![\d/-])",
        r"[<>≤≥±] ?\d{1,5}(?:[.,]\d{1,3})?(?![\d/-])",
        rf"(?i)(?<![\p{{L}}\d.,/-]){_AMOUNT}(?:[-/]{_AMOUNT})? ?(?=[{_BEGINNINGS}])(?:{_UNITS})"
        r"(?![\p{L}\d])",
        # Stages, vertebrae, births: `pT1bN0M0`, `L4-L5`, `G2 P1`.
        r"(?<![\p{L}\d])(?:[pcyr]{0,2}T[0-4xX](?:is|[a-d])?)?(?:N[0-3xX][a-c]?)?(?:M[01xX])(?![\p{L}\d])",
        r"(?<![\p{L}\d])[pcyr]{0,2}T[0-4](?:is|[a-d])?(?: ?N[0-3xX][a-c]?)?(?![\p{L}\d-])",
        r"(?<![\p{L}\d])[CDLTS]\d{1,2}-[CDLTS]?\d{1,2}(?![\p{L}\d/])",
        r"(?<![\p{L}\d])G\d{1,2} ?P\d{1,2}(?: ?[AC]\d)*(?![\p{L}\d])",
    )
)
_RATIO = regex.compile(r"(?<![\d/.,-])(\d{1,3})/(\d{1,4})(?![\d/.,-]| \d{4})")


def is_core(word: str) -> bool:
    """Whether a word without figures may be what no form is without."""
    return "½" in word or "MX" in word or "Mx" in word


def harmless_numbers(flat: FlatLines, cores: NDArray[np.bool_]) -> NDArray[np.intp]:
    """The places of the tokens that belong to such numbers, each of which has a core: a figure, or what `is_core`."""
    # No form goes on for more than a blank before and behind what has a core: only that is searched. A line begins with
    # a blank, for which no form asks, and ends with what stands in none.
    pieces = np.cumsum(flat.gaps != 0)
    with_core = np.zeros(pieces[-1] + 3, dtype=np.bool_)
    with_core[pieces[cores] + 1] = True
    places = np.flatnonzero((with_core[:-2] | with_core[1:-1] | with_core[2:])[pieces])
    gaps = np.maximum(flat.gaps[places], 0)
    words = map(flat.words.__getitem__, places.tolist())
    text = "".join(chain.from_iterable(zip(map(" ".__mul__, gaps.tolist()), words, strict=True)))
    sizes = np.maximum(flat.bounds[places, 1] - flat.bounds[places, 0], len(LINE_END))
    ends = np.cumsum(gaps + sizes)
    spans = np.array(number_spans(text), dtype=np.int64).reshape(-1, 2)
    found = np.zeros(len(places), dtype=np.bool_)
    firsts, afters = ends.searchsorted(spans[:, 0], "right"), (ends - sizes).searchsorted(spans[:, 1], "left")
    for first, after in zip(firsts.tolist(), afters.tolist(), strict=True):
        found[first:after] = True
    return places[found]


def number_spans(text: str) -> list[tuple[int, int]]:
    """Where such numbers stand in a text."""
    found = [match.span() for form in _FORMS for match in form.finditer(text)]
    # What may be a day and a month, or a month and a year, may be PHI.
    return found + [match.span() for match in _RATIO.finditer(text) if not _may_be_date(match[1], match[2])]


def _may_be_date(first: str, second: str) -> bool:
    return int(first) <= 31 and (int(second) <= 12 or (int(first) <= 12 and len(second) in (2, 4)))
