"""Stage ``report``: everything that was measured -> the folder ``report.folder``.

Old reports stay whole until the new ones are.
"""

from __future__ import annotations

# First: Ctrl-C while the libraries are loaded is one line, too.
from pipeline.refusal import refusable

# isort: split
from pathlib import Path

from pipeline.progress import say
from pipeline.reporting.inputs import read_inputs
from pipeline.reporting.rebuilt import rebuilt
from pipeline.reporting.report import write_report
from pipeline.reporting.settings import read_settings


@refusable
def main() -> None:
    settings = read_settings()
    inputs = read_inputs(settings)
    folder = Path(settings.report.folder)
    with rebuilt(folder) as beside:
        write_report(inputs, beside)
    say(f"Report: {folder / 'report.html'}")


if __name__ == "__main__":
    main()
