"""How the time for a report grows with its length: seconds a megabyte of long reports, next to those of a short one.

    python tests/benchmarks/bench_long_reports.py --profile hybrid

A ratio near 1 says that a long report costs what its length costs; one that grows says that something is quadratic.
Times are of the processor, so that other programs count little.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

import click

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from deid_studio import paths
from deid_studio.detection.pipeline import Pipeline
from deid_studio.detection.profile import load_profile
from deid_studio.model.document import Document

_TEXTS = {
    "many names": "Dr. Juan García Pérez, Hospital La Paz, Calle Mayor 12, 28046 Madrid, tel. 91 234 56 78, el 3/5\n",
    "prose": "Paciente de 45 años, natural de Sevilla, que acude el 12/03/2018 por dolor torácico de dos horas.\n",
    "one line": "El 3 de mayo la Dra. Pérez lo vio en Madrid con su hijo Luis de 12 años y pidió otra analítica. ",
    "letters": "a",
    "capitals": "Aa ",
    "digits": "1",
    "line ends": "\n",
}
_SHORT, _MIDDLE, _LONG = 10_000, 100_000, 1_000_000


@click.command()
@click.option("--profile", default="hybrid", show_default=True)
def main(profile: str) -> None:
    """Measure a profile."""
    pipeline = load_profile(profile).pipeline(paths.default_model())
    pipeline.detect(Document("warm", "".join(_TEXTS.values())))
    print(f"{'text':12}{'10 kB':>10}{'100 kB':>10}{'1 MB':>10}{'  s/MB; 1 MB / 10 kB'}")
    for name, unit in _TEXTS.items():
        costs = [_seconds(pipeline, unit * (size // len(unit))) / size * 1e6 for size in (_SHORT, _MIDDLE, _LONG)]
        print(f"{name:12}" + "".join(f"{cost:>10.2f}" for cost in costs) + f"{costs[2] / costs[0]:>10.2f}", flush=True)


def _seconds(pipeline: Pipeline, text: str) -> float:
    """The fastest of three goes for a short text, of one for a long one."""
    times = []
    for _ in range(3 if len(text) <= _SHORT else 1):
        begun = time.process_time()
        pipeline.detect(Document("x", text))
        times.append(time.process_time() - begun)
    return min(times)


if __name__ == "__main__":
    main()
