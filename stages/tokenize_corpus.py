"""Stage ``tokenize``: clean, split, learn the vocabularies, encode -> data/tokens/.

Not called tokenize.py: beside other scripts, that name would hide Python's own module of that name.
"""

from __future__ import annotations

import json

from pipeline.atomic import write_text
from pipeline.config.corpus import Split
from pipeline.config.load import load_section
from pipeline.config.tokenizer import Tokenizer
from pipeline.data.cleaning import clean
from pipeline.data.corpus import SPLITS, STATISTICS_FILE
from pipeline.data.pairs import PAIRS_FILE, PROVENANCE_FILE, read_pairs, read_provenance
from pipeline.data.splitting import split
from pipeline.data.statistics import statistics
from pipeline.data.store import save_model, save_split, save_vocabularies
from pipeline.data.tokenization import learn_encoders, row, words_of
from pipeline.data.vocabulary import Vocabularies
from pipeline.layout import RAW, TOKENS
from pipeline.progress import say, tracked
from pipeline.refusal import refusable


@refusable
def main() -> None:
    settings = load_section("tokenizer", Tokenizer)
    held_out = load_section("corpus.split", Split)
    provenance = read_provenance(RAW / PROVENANCE_FILE)
    languages = provenance["source_language"], provenance["target_language"]
    cleaned = clean(read_pairs(RAW / PAIRS_FILE), provenance)
    count = len(cleaned.pairs)
    words = words_of(cleaned.pairs, *languages)
    splits = split(list(tracked(words, "tokenize: words", count, "pairs")), held_out)
    say(f"tokenize: learning {settings.kind} vocabularies from {len(splits.train):,} pairs")
    encoders = learn_encoders(splits.train, settings)
    vocabularies = Vocabularies(
        settings.kind, *(encoder.vocabulary() for encoder in encoders), *languages
    )
    rows = {name: [row(one, *encoders) for one in getattr(splits, name)] for name in SPLITS}
    for name, split_rows in rows.items():
        say(f"tokenize: writing {name}, {len(split_rows):,} pairs")
        save_split(TOKENS, name, split_rows)
    save_vocabularies(TOKENS, vocabularies)
    for side, encoder in zip(("source", "target"), encoders, strict=True):
        save_model(TOKENS / f"{side}.model", encoder.model)
    counted = statistics(provenance, cleaned, splits, rows, vocabularies, settings)
    write_text(TOKENS / STATISTICS_FILE, json.dumps(counted, indent=2, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
