"""Stage ``download``: fetch or generate the raw pairs -> data/raw/."""

from __future__ import annotations

# First: Ctrl-C while the libraries are loaded is one line, too.
from pipeline.refusal import refusable

# isort: split
import json

from pipeline.atomic import write_text
from pipeline.config.corpus import Corpus
from pipeline.config.load import load_section
from pipeline.data.pairs import PAIRS_FILE, PROVENANCE_FILE, write_pairs
from pipeline.data.sources.origin import fetch
from pipeline.layout import RAW
from pipeline.plural import so_many
from pipeline.progress import say


@refusable
def main() -> None:
    corpus = load_section("corpus", Corpus)
    say(f"download: {corpus.name} ({corpus.source})")
    pairs, provenance = fetch(corpus)
    # An earlier run's pairs stay until there are new ones, its provenance not beside new pairs.
    (RAW / PROVENANCE_FILE).unlink(missing_ok=True)
    write_pairs(RAW / PAIRS_FILE, pairs)
    write_text(RAW / PROVENANCE_FILE, json.dumps(provenance, indent=2, ensure_ascii=False) + "\n")
    say(f"download: {so_many(provenance['counts']['pairs'], 'pair')} in {RAW}")


if __name__ == "__main__":
    main()
