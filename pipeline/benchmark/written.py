"""What was measured, as files: the object, every number as CSV, and a plot of the growth."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path

from pipeline.atomic import write_text
from pipeline.benchmark.place import FILE
from pipeline.config.system import System
from pipeline.reporting.families import families
from pipeline.reporting.figures.growth import draw_growth
from pipeline.reporting.figures.style import lines_of, save, set_style
from pipeline.reporting.speed import GRIDS

NAME = Path(FILE).stem
PLACE = ("source_length", "target_length", "sentences", "hidden", "beam", "weights")
"""Keys of a row that say what was measured, not how fast it was."""
COLUMNS = ("part", "system", *PLACE, "round", "measure", "value")


def plain(found: dict) -> str:
    """The object as JSON."""
    return json.dumps(found, indent=1, allow_nan=False) + "\n"


def write(found: dict, systems: dict[str, System], folder: Path, dpi: int) -> list[str]:
    """Write benchmark.json, .csv and, where the growth was measured, .svg and .png (at ``dpi``).

    Where it was not, the plot of an earlier benchmark goes. Return the files' names.
    """
    names, plots = [FILE, f"{NAME}.csv"], [f"{NAME}.svg", f"{NAME}.png"]
    write_text(folder / FILE, plain(found))
    write_text(folder / f"{NAME}.csv", csv_of(found))
    set_style()
    lines = lines_of(families(systems), {slug: one.max_words for slug, one in systems.items()})
    figure = draw_growth(found["by_length"], lines)
    if figure is not None:
        save(figure, folder, NAME, dpi)
        return names + plots
    for name in plots:
        (folder / name).unlink(missing_ok=True)
    return names


def csv_of(found: dict) -> str:
    """A line for every number that was measured."""
    text = io.StringIO()
    writer = csv.DictWriter(text, COLUMNS, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerow({"part": "peak", "measure": "sgemm_peak", "value": found["sgemm_peak"]})
    for part, slug, row in _rows(found):
        place = {key: row[key] for key in PLACE if key in row}
        for measure in (key for key in row if key not in place):
            line = {"part": part, "system": slug, **place, "measure": measure}
            if not isinstance(row[measure], list):
                writer.writerow({**line, "value": row[measure]})
                continue
            for number, value in enumerate(row[measure], start=1):
                writer.writerow({**line, "round": number, "value": value})
    return text.getvalue()


def _rows(found: dict) -> Iterator[tuple[str, str, dict]]:
    for part in ("training", "translation"):
        for slug, row in found[part].items():
            yield part, slug, row
    for part in GRIDS:
        for slug, rows in found[part].items():
            for row in rows:
                yield part, slug, row
