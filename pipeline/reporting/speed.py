"""What ``python -m pipeline.benchmark --output`` measured: its file, and tables of it.

The file is no output of a stage and no stage depends on it, for it is another at every measurement:
a report shows it where it lies in the report's folder, and does without where it does not.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from pipeline.refusal import Refusal
from pipeline.reporting.table import Column, Table, Value

FILE = "benchmark.json"
FORMAT = 1
GRIDS = {"by_length": "length", "by_batch": "batch", "by_hidden": "hidden size"}
"""The object's grids -> what grows in each."""

_SHARE = {"digits": 0, "scale": 100}
TRAINING = (
    Column("system", "System"),
    Column("tokens_per_second", "Target tokens a second", 0),
    Column("gflops", "GFLOP/s", 1),
    Column("sgemm_peak", "Peak, GFLOP/s", 1),
    Column("share_of_peak", "Share of peak, %", **_SHARE),
    Column("forward_share", "Time forward, %", **_SHARE),
    Column("backward_share", "backward, %", **_SHARE),
    Column("optimizer_share", "optimiser, %", **_SHARE),
    Column("loop_share", "loop, %", **_SHARE),
)
TRANSLATION = (
    Column("system", "System"),
    Column("greedy_sentences_per_second", "Greedy, sentences a second", 0),
    Column("sentences_per_second", "With a beam, sentences a second", 0),
    Column("beam", "Beam"),
    Column("sentences", "Sentences"),
    Column("weights", "Weights"),
)
GROWTH = (
    Column("system", "System"),
    Column("grown", "What grows"),
    Column("source_length", "Source tokens"),
    Column("sentences", "Sentences"),
    Column("hidden", "Hidden size"),
    Column("step_ms", "Training step, ms", 1),
    Column("tokens_per_second", "Target tokens a second", 0),
    Column("memory_mib", "Memory, MiB", 1),
    Column("decode_ms_per_sentence", "Translating one, ms", 1),
)


def read_speed(folder: Path) -> dict | None:
    """The benchmark's object in a report's ``folder``; None where there is none.

    Raises Refusal where the file is not one of this version.
    """
    path = folder / FILE
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None
    except ValueError:
        content = None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise Refusal(
            f"{path} is not a benchmark of this version; delete it, or measure anew: "
            "python -m pipeline.benchmark --output"
        )
    return content


def training_table(speed: dict, systems: Iterable[str]) -> Table | None:
    """Tokens a second, share of the machine's peak and where the time went, of ``systems``."""
    title = "Training against the machine's matrix product peak"
    return _table("speed_training", title, TRAINING, _rows(speed["training"], systems, TRAINING))


def translation_table(speed: dict, systems: Iterable[str]) -> Table | None:
    """Sentences a second, greedily and with a beam."""
    rows = _rows(speed["translation"], systems, TRANSLATION)
    return _table("speed_translation", "Translation", TRANSLATION, rows)


def growth_table(speed: dict, systems: Iterable[str], name: str) -> Table | None:
    """Every point of every grid."""
    rows = [
        (slug, what, *(row.get(column.key) for column in GROWTH[2:]))
        for grid, what in GRIDS.items()
        for slug in systems
        for row in speed[grid].get(slug, ())
    ]
    return _table(name, "Growth of time and memory", GROWTH, rows)


def _rows(
    part: dict, systems: Iterable[str], columns: tuple[Column, ...]
) -> list[tuple[Value, ...]]:
    names = [column.key for column in columns[1:]]
    return [(slug, *(part[slug].get(name) for name in names)) for slug in systems if slug in part]


def _table(
    name: str, title: str, columns: tuple[Column, ...], rows: list[tuple[Value, ...]]
) -> Table | None:
    return Table(name, title, columns, rows, clock=True) if rows else None
