"""Stage ``check``: params.yaml as a whole, before any stage does work -> data/settings_checked.txt.

The output never changes, so that an edit of params.yaml reruns this stage, in about a second, and
then only the stages whose own settings were edited.
"""

from __future__ import annotations

# First: Ctrl-C while the libraries are loaded is one line, too.
from pipeline.refusal import refusable

# isort: split
from pipeline.atomic import write_text
from pipeline.config.read import read_params
from pipeline.config.whole import check_whole
from pipeline.layout import SETTINGS_CHECKED


@refusable
def main() -> None:
    # What an earlier run left must not be taken for this one's, should it end early.
    SETTINGS_CHECKED.unlink(missing_ok=True)
    check_whole(read_params())
    write_text(SETTINGS_CHECKED, "params.yaml was read and every setting in it is allowed.\n")


if __name__ == "__main__":
    main()
