"""Change params.yaml by overlays and single settings, comments kept.

    python -m pipeline.overlay settings/paper.yaml --set training.target_tokens=10000000

Everything is checked before anything is written. `git checkout params.yaml` brings the old one
back.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from pipeline.atomic import write_text
from pipeline.config.bounds import refuse_outsize
from pipeline.config.overlay import overlaid, setting
from pipeline.config.read import PARAMS, read_params
from pipeline.plural import so_many
from pipeline.progress import say
from pipeline.refusal import refusable


@refusable
def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m pipeline.overlay", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("overlays", nargs="*", type=Path, metavar="FILE", help="laid over in turn")
    parser.add_argument(
        "--set", action="append", default=[], metavar="KEY=VALUE", help="a single setting"
    )
    arguments = parser.parse_args()
    for path in arguments.overlays:
        refuse_outsize(path)
    changes = [read_params(path) for path in arguments.overlays]
    changes += [setting(text) for text in arguments.set]
    write_text(PARAMS, overlaid(PARAMS, changes))
    say(f"{PARAMS} has {so_many(len(changes), 'change')} laid over it; now run: dvc repro")


if __name__ == "__main__":
    main()
