"""Command line: ``python -m pipeline.benchmark``; ``--help`` tells its options."""

from __future__ import annotations

import sys

from pipeline.benchmark.options import read_options
from pipeline.progress import say
from pipeline.refusal import refusable


@refusable
def main() -> None:
    options = read_options()
    # Imported here: a wrong option is refused before PyTorch and matplotlib are loaded.
    from pipeline.benchmark.measure import benchmark
    from pipeline.benchmark.shown import show
    from pipeline.benchmark.written import plain, write

    found = benchmark(options)
    if options.json:
        sys.stdout.write(plain(found))
    else:
        show(found, list(options.systems))
    if options.output is not None:
        names = write(found, options.systems, options.output, options.report.figure_dpi)
        say(f"Written to {options.output}: {', '.join(names)}")
        if options.output.resolve() == options.report_folder.resolve():
            say(
                "Claims and report know them once they are made anew: "
                "dvc repro --force --single-item judge && dvc repro --force --single-item report"
            )


if __name__ == "__main__":
    main()
