"""Stage ``reference_align``: what alignments are measured against -> data/reference/links.json.

Trains the statistical aligner on the whole corpus, test pairs included, since it only has to find
links in them. Runs once for a corpus, not again for a system.
"""

from __future__ import annotations

# First: Ctrl-C while the libraries are loaded is one line, too.
from pipeline.refusal import refusable

# isort: split
from pipeline.config.alignment import Alignment
from pipeline.config.load import load_section
from pipeline.data.corpus import SPLITS, load_split
from pipeline.evaluation.reference_file import REFERENCE_LINKS, reference_of, write_reference
from pipeline.evaluation.statistical_aligner import align, described
from pipeline.layout import TOKENS
from pipeline.progress import say


@refusable
def main() -> None:
    # What an earlier run left must not be taken for this one's, should it end early.
    REFERENCE_LINKS.unlink(missing_ok=True)
    settings = load_section("alignment", Alignment)
    splits = {name: load_split(TOKENS, name) for name in SPLITS}
    source, target = (
        [words for split in splits.values() for words in split[f"{side}_words"]]
        for side in ("source", "target")
    )
    test = splits["test"]
    # The test split is the last.
    wanted = range(len(source) - len(test), len(source))
    found = align(source, target, wanted, settings)
    known = [{(s, t) for s, t in links} for links in test["alignment"]]
    reference = reference_of(list(test["id"]), known, found, described(settings, len(source)))
    write_reference(REFERENCE_LINKS, reference)
    say(f"reference_align: {reference.kind} links of {len(test):,} test pairs, {REFERENCE_LINKS}")


if __name__ == "__main__":
    main()
