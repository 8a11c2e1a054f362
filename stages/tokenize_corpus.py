"""Stage ``tokenize``: clean, split, learn the vocabularies, encode -> data/tokens/.

Not called tokenize.py: beside other scripts, that name would hide Python's own module of that name.
"""

from __future__ import annotations

# First: Ctrl-C while the libraries are loaded is one line, too.
from pipeline.refusal import refusable

# isort: split
import json
import shutil

from pipeline.atomic import write_text
from pipeline.config.corpus import Split
from pipeline.config.load import load_section
from pipeline.config.tokenizer import Tokenizer
from pipeline.data.cleaning import Cleaning
from pipeline.data.corpus import SPLITS, STATISTICS_FILE
from pipeline.data.pairs import PAIRS_FILE, PROVENANCE_FILE, read_pairs, read_provenance
from pipeline.data.projection import Projection
from pipeline.data.sentence_file import on_disk
from pipeline.data.splitting import Splits, split
from pipeline.data.statistics import statistics
from pipeline.data.store import save_model, save_split, save_vocabularies
from pipeline.data.tokenization import Encoder, learn_encoders, row, shortfalls, words_of
from pipeline.data.unspaced import Unspaced
from pipeline.data.vocabulary import Vocabularies
from pipeline.layout import RAW, TOKENS
from pipeline.plural import so_many
from pipeline.progress import say, tracked


@refusable
def main() -> None:
    # What an earlier run left must not be taken for this one's, should it end early.
    shutil.rmtree(TOKENS, ignore_errors=True)
    settings = load_section("tokenizer", Tokenizer)
    held_out = load_section("corpus.split", Split)
    provenance = read_provenance(RAW / PROVENANCE_FILE)
    languages = provenance["source_language"], provenance["target_language"]
    cleaned = Cleaning(read_pairs(RAW / PAIRS_FILE), provenance)
    projected = Projection(words_of(cleaned, *languages))
    unspaced = Unspaced(projected)
    shown = tracked(unspaced, "tokenize: words", provenance["counts"]["pairs"], "pairs")
    with on_disk(shown, TOKENS) as sentences:
        unspaced.refuse_words(settings.kind)
        splits = split(sentences, held_out)
        encoders, vocabularies = _learnt(splits, settings, languages)
        for name in SPLITS:
            chosen = getattr(splits, name)
            say(f"tokenize: writing {name}, {so_many(len(chosen), 'pair')}")
            save_split(TOKENS, name, (row(one, *encoders, unspaced.sides) for one in chosen))
    save_vocabularies(TOKENS, vocabularies)
    for side, encoder in zip(("source", "target"), encoders, strict=True):
        save_model(TOKENS / f"{side}.model", encoder.model)
    counted = statistics(
        provenance, cleaned, projected, unspaced, splits, TOKENS, vocabularies, settings
    )
    write_text(TOKENS / STATISTICS_FILE, json.dumps(counted, indent=2, ensure_ascii=False) + "\n")


def _learnt(
    splits: Splits, settings: Tokenizer, languages: tuple[str, str]
) -> tuple[tuple[Encoder, Encoder], Vocabularies]:
    pairs = so_many(len(splits.train), "pair")
    say(f"tokenize: learning {settings.kind} vocabularies from {pairs}")
    encoders = learn_encoders(splits.train, settings)
    symbols = (encoder.vocabulary() for encoder in encoders)
    vocabularies = Vocabularies(settings.kind, *symbols, *languages)
    for line in shortfalls(vocabularies, settings):
        say(f"tokenize: {line}")
    return encoders, vocabularies


if __name__ == "__main__":
    main()
