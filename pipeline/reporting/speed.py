"""What ``python -m pipeline.benchmark --output`` measured: its file, and tables of it.

The file is no output of a stage and no stage depends on it, for it is another at every measurement:
a report shows what it says of systems with this experiment's settings, and does without where it
is not there. As the judging of claims does, it looks in the report's folder and then in the
default experiment's.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from pipeline.benchmark.place import kept
from pipeline.benchmark.settings import others
from pipeline.refusal import Refusal
from pipeline.reporting.table import Column, Table, Value

FORMAT = 1
GRIDS = {"by_length": "length", "by_batch": "batch", "by_hidden": "hidden size"}
"""The object's grids -> what grows in each."""
PARTS = ("training", "translation", *GRIDS)
"""The object's parts, each slug -> what was measured."""

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
    Column("quickest_ms", "least", 1),
    Column("slowest_ms", "most", 1),
    Column("tokens_per_second", "Target tokens a second", 0),
    Column("memory_mib", "Memory, MiB", 1),
    Column("decode_ms_per_sentence", "Translating one, ms", 1),
)


def read_speed(folder: Path, own: dict) -> dict | None:
    """The benchmark for the report in ``folder``; None where there is none.

    ``own``: :func:`pipeline.benchmark.settings.speed_settings` of the experiment. Systems of other
    settings are left out; ``left_out`` says in what they are others, slug -> words, and ``path``
    which file it is. Of two benchmarks the report's own is taken, unless it is of other settings
    throughout and the other is not. Raises Refusal where a file is not one of this version.
    """
    found = [_of_these(read_benchmark(path), own, path) for path in kept(folder)]
    fitting = [one for one in found if any(one[part] for part in PARTS)]
    return next(iter([*fitting, *found]), None)


def read_benchmark(path: Path) -> dict:
    """The object as it was written; raises Refusal where it is not one of this version."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        content = None
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise Refusal(
            f"{path} is not a benchmark of this version; delete it, or measure anew: "
            "python -m pipeline.benchmark --output"
        )
    return content


def _of_these(content: dict, own: dict, path: Path) -> dict:
    measured = {slug for part in PARTS for slug in content[part] if slug in own["systems"]}
    told = {slug: others(content.get("settings"), own, slug) for slug in sorted(measured)}
    same = {slug for slug, words in told.items() if words is None}
    kept_rows = {
        part: {slug: rows for slug, rows in content[part].items() if slug in same} for part in PARTS
    }
    left_out = {slug: words for slug, words in told.items() if words is not None}
    return {**content, **kept_rows, "left_out": left_out, "path": path.as_posix()}


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
        (slug, what, *(_with_ends(row).get(column.key) for column in GROWTH[2:]))
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


def _with_ends(row: dict) -> dict:
    """The row with the least and the most of its rounds."""
    times = row.get("step_ms_rounds") or [row.get("step_ms")]
    return {**row, "quickest_ms": min(times), "slowest_ms": max(times)}


def _table(
    name: str, title: str, columns: tuple[Column, ...], rows: list[tuple[Value, ...]]
) -> Table | None:
    return Table(name, title, columns, rows, clock=True) if rows else None
