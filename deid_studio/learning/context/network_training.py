"""Training of the network: Adam on the cross-entropy of BIO tags, gradients by hand so that NumPy is enough.

Source: Kingma & Ba 2015. A share of the words and of what lists say is hidden, so that the sentence has to tell.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from deid_studio.detection.context.columns import Columns, Reader
from deid_studio.detection.context.columns import reader as readable
from deid_studio.detection.context.context_model import forms
from deid_studio.detection.context.network import DILATIONS, Floats
from deid_studio.detection.tokens import tokenizer
from deid_studio.learning.bio import tag_lines
from deid_studio.model.document import Document
from deid_studio.progress import Progress

Weights = dict[str, Floats]
_SMALL = np.float32(1e-5)


@dataclass(frozen=True, slots=True)
class NetworkOptions:
    """How to train: `width` of the network, `passes` over the reports, places a step (`batch`), first `rate`.

    Hidden at random are `dropout` of the numbers within, `hidden_words` and `hidden_lists` of what is known of a word;
    a word is told by itself that stands in at least `least_count` places.
    """

    width: int = 80
    passes: float = 5
    batch: int = 1500
    rate: float = 2e-3
    dropout: float = 0.2
    hidden_words: float = 0.15
    hidden_lists: float = 0.1
    least_count: int = 3
    seed: int = 1


@dataclass(slots=True)
class Example:
    """A report's columns and the number of the tag of each place."""

    columns: Columns
    tags: NDArray[np.int32]


def words_told(documents: Sequence[Document], least: int) -> tuple[str, ...]:
    """The words that a model of these reports tells by themselves: of the language, and in so many places."""
    own = readable(())
    counts = Counter(own.key(word) for doc in documents for line in tokenizer().lines(doc.text) for word in line.words)
    return tuple(sorted(word for word, count in counts.items() if word and count >= least))


def examples(documents: Sequence[Document], own: Reader, tags: dict[str, int], progress: Progress) -> list[Example]:
    """The reports as columns and tag numbers; ends of lines are `O`."""
    made = []
    for doc in progress.each(documents, len(documents), "features"):
        columns = own.read(doc.text)
        if not len(columns.words):
            continue
        found: list[int] = []
        for names in tag_lines(columns.lines, doc.spans):
            found += [tags.get(name, 0) for name in names]
            found.append(0)
        made.append(Example(columns, np.asarray(found, dtype=np.int32)))
    return made


def start_weights(words: int, marks: int, tags: int, width: int, random: np.random.Generator) -> Weights:
    """The weights that training begins with."""
    scales = {"words": 0.3, "parts": 0.1, "shapes": 0.3, "marks": 0.3, "out": 0.05}
    scales |= {f"W{number}": (1 / (3 * width)) ** 0.5 for number in range(len(DILATIONS))}
    weights: Weights = {}
    for name, shape in forms(words, marks, tags, width).items():
        if name in scales:
            weights[name] = (random.standard_normal(shape) * scales[name]).astype(np.float32)
        else:
            value = 1.0 if name == "gain" else 0.5 if name.startswith("g") else 0.0
            weights[name] = np.full(shape, value, dtype=np.float32)
    return weights


def _normed(h: Floats) -> tuple[Floats, Floats]:
    centred = h - h.mean(axis=1, keepdims=True)
    scale = 1 / np.sqrt((centred * centred).mean(axis=1, keepdims=True) + _SMALL)
    return centred * scale, scale


def _normed_back(d: Floats, y: Floats, scale: Floats) -> Floats:
    back: Floats = (d - d.mean(axis=1, keepdims=True) - y * (d * y).mean(axis=1, keepdims=True)) * scale
    return back


def _window(h: Floats, dilation: int) -> Floats:
    """Each row with those `dilation` before and after it; zeros beyond the ends."""
    n, width = h.shape
    around = np.zeros((n, 3 * width), dtype=np.float32)
    around[:, width : 2 * width] = h
    around[dilation:, :width] = h[:-dilation]
    around[:-dilation, 2 * width :] = h[dilation:]
    return around


def _summed(rows: Floats, numbers: NDArray[np.int32], count: int) -> Floats:
    """The sum of the rows with each number."""
    order = np.argsort(numbers, kind="stable")
    ordered = numbers[order]
    starts = np.flatnonzero(np.concatenate(([True], ordered[1:] != ordered[:-1])))
    found: Floats = np.zeros((count, rows.shape[1]), dtype=rows.dtype)
    found[ordered[starts]] = np.add.reduceat(rows[order], starts, axis=0)
    return found


def gradients(
    weights: Weights, columns: Columns, tags: NDArray[np.int32], dropout: float, random: np.random.Generator
) -> tuple[float, Weights]:
    """The mean cross-entropy of a stretch of places, and its gradient."""
    words, parts, shapes = columns.words, columns.parts, columns.shapes
    marks = columns.marks.astype(np.float32)
    n = len(words)
    keep = np.float32(1 - dropout)

    def mask(width: int) -> Floats:
        return ((random.random((n, width), dtype=np.float32) < keep) / keep).astype(np.float32, copy=False)

    h = weights["words"][words] + weights["shapes"][shapes] + marks @ weights["marks"]
    for part in parts.T:
        h += weights["parts"][part]
    y0, s0 = _normed(h)
    width = h.shape[1]
    m0 = mask(width)
    h = (y0 * weights["gain"] + weights["shift"]) * m0
    kept = []
    for number, dilation in enumerate(DILATIONS):
        around = _window(h, dilation)
        z = around @ weights[f"W{number}"] + weights[f"b{number}"]
        which = z[:, :width] >= z[:, width:]
        y, s = _normed(np.maximum(z[:, :width], z[:, width:]))
        drop = mask(width)
        h = h + y * weights[f"g{number}"] * drop
        kept.append((around, which, y, s, drop))
    scores = h @ weights["out"] + weights["bias"]
    scores -= scores.max(axis=1, keepdims=True)
    p = np.exp(scores)
    p /= p.sum(axis=1, keepdims=True)
    rows = np.arange(n)
    loss = float(-np.log(p[rows, tags] + 1e-9).mean())
    d = p
    d[rows, tags] -= 1
    d /= n
    grads: Weights = {"out": h.T @ d, "bias": d.sum(axis=0)}
    dh = d @ weights["out"].T
    for number in range(len(DILATIONS) - 1, -1, -1):
        around, which, y, s, drop = kept[number]
        dilation = DILATIONS[number]
        dy = dh * drop
        grads[f"g{number}"] = (dy * y).sum(axis=0)
        dm = _normed_back(dy * weights[f"g{number}"], y, s)
        dz = np.concatenate((dm * which, dm * ~which), axis=1)
        grads[f"W{number}"] = around.T @ dz
        grads[f"b{number}"] = dz.sum(axis=0)
        da = dz @ weights[f"W{number}"].T
        dh = dh + da[:, width : 2 * width]
        if n > dilation:
            dh[:-dilation] += da[dilation:, :width]
            dh[dilation:] += da[:-dilation, 2 * width :]
    dh = dh * m0
    grads["gain"] = (dh * y0).sum(axis=0)
    grads["shift"] = dh.sum(axis=0)
    dh = _normed_back(dh * weights["gain"], y0, s0)
    grads["marks"] = marks.T @ dh
    for name, numbers in (("words", words), ("shapes", shapes)):
        grads[name] = _summed(dh, numbers, len(weights[name]))
    grads["parts"] = np.sum([_summed(dh, part, len(weights["parts"])) for part in parts.T], axis=0)
    return loss, grads


def fit(
    found: Sequence[Example], own: Reader, tags: Sequence[str], options: NetworkOptions, progress: Progress
) -> Weights:
    """The weights of a network trained on examples."""
    random = np.random.default_rng(options.seed)
    weights = start_weights(len(own.words), len(own.marks), len(tags), options.width, random)
    first, second = ({name: np.zeros_like(w) for name, w in weights.items()} for _ in range(2))
    listed = np.asarray([mark.startswith(("g:", "p:")) for mark in own.marks])
    steps = max(int(options.passes * sum(len(one.tags) for one in found) / options.batch), 1)
    batches = _batches(found, options.batch, random)
    for step in range(1, steps + 1):
        columns, gold = _hidden(next(batches), listed, options, random)
        _, grads = gradients(weights, columns, gold, options.dropout, random)
        rate = options.rate * min(step / 100, 1.0) * max(1 - step / steps, 0.02)
        norm = float(np.sqrt(sum(float((g * g).sum()) for g in grads.values())))
        for name, g in grads.items():
            g *= np.float32(min(1.0, 1.0 / (norm + 1e-9)))
            m, v = first[name], second[name]
            m += 0.1 * (g - m)
            v += 0.01 * (g * g - v)
            weights[name] -= np.float32(rate) * (m / (1 - 0.9**step)) / (np.sqrt(v / (1 - 0.99**step)) + 1e-8)
        progress.step(step, steps, "training")
    return weights


def _batches(found: Sequence[Example], size: int, random: np.random.Generator) -> Iterator[list[Example]]:
    """Reports of together at least `size` places, in another order each time round, without end."""
    while True:
        batch: list[Example] = []
        for at in random.permutation(len(found)):
            batch.append(found[at])
            if sum(len(one.tags) for one in batch) >= size:
                yield batch
                batch = []
        if batch:
            yield batch


def _hidden(
    batch: Sequence[Example], listed: NDArray[np.bool_], options: NetworkOptions, random: np.random.Generator
) -> tuple[Columns, NDArray[np.int32]]:
    """Reports one after the other, with a part of what is known of their words hidden; and their tags."""
    words, parts, shapes = (
        np.concatenate([getattr(one.columns, name) for one in batch]) for name in ("words", "parts", "shapes")
    )
    marks = np.concatenate([one.columns.marks for one in batch])
    words[random.random(len(words)) < options.hidden_words] = 0
    parts[random.random(parts.shape) < options.hidden_words] = 0
    marks[np.ix_(random.random(len(words)) < options.hidden_lists, listed)] = False
    return Columns(words, parts, shapes, marks, (), np.zeros((0, 2), np.int64)), np.concatenate(
        [one.tags for one in batch]
    )
