"""Stage ``download``: fetch or generate the raw pairs -> data/raw/."""

from __future__ import annotations

import json

from pipeline.atomic import write_text
from pipeline.config.corpus import Corpus
from pipeline.config.load import load_section
from pipeline.data.pairs import PAIRS_FILE, PROVENANCE_FILE, write_pairs
from pipeline.data.sources.origin import fetch
from pipeline.layout import RAW
from pipeline.progress import say
from pipeline.refusal import refusable


@refusable
def main() -> None:
    corpus = load_section("corpus", Corpus)
    named = f"{corpus.synthetic.order} sentences" if corpus.source == "synthetic" else corpus.name
    say(f"download: {named} ({corpus.source})")
    pairs, provenance = fetch(corpus)
    write_pairs(RAW / PAIRS_FILE, pairs)
    write_text(RAW / PROVENANCE_FILE, json.dumps(provenance, indent=2, ensure_ascii=False) + "\n")
    say(f"download: {provenance['counts']['pairs']:,} pairs in {RAW}")


if __name__ == "__main__":
    main()
