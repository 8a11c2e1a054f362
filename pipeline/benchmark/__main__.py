"""Command line: ``python -m pipeline.benchmark``; ``--help`` tells its options."""

from __future__ import annotations

import json

from pipeline.benchmark.options import read_options
from pipeline.refusal import refusable


@refusable
def main() -> None:
    options = read_options()
    from pipeline.benchmark.measure import benchmark

    found = benchmark(options)
    print(json.dumps(found, indent=1, allow_nan=False))


if __name__ == "__main__":
    main()
