"""Target: what comes after the readers, on texts of any characters: cleaning, words, the file."""

from __future__ import annotations

import unicodedata
from functools import cache
from pathlib import Path
from random import Random

from data.sources.fuzz.file_targets import WORDS
from data.sources.fuzz.judging import Finding
from pipeline.data.cleaning import Cleaning
from pipeline.data.detokenize import Detokenizer
from pipeline.data.pairs import Pair, read_pairs, write_pairs
from pipeline.data.sentence_file import on_disk
from pipeline.data.tokenization import words_of

_LANGUAGES = ("de", "en", "fr", "it", "ja", "zh", "th", "fa", "hi", "ar", "grc", "xx", "cs", "ga")
PROVENANCE = {"name": "mine", "source_language": "de", "target_language": "en"}


def texts(random: Random) -> None:
    """Pairs of any characters: none may be lost uncounted, shift, or come back changed."""
    pairs = [Pair(f"train:{number}", "g", _text(random), _text(random)) for number in range(6)]
    pairs.append(Pair("train:9", "g", "ein Wort", "a word"))  # a corpus without any is refused
    write_pairs(Path("pairs.jsonl"), pairs)
    if list(read_pairs(Path("pairs.jsonl"))) != pairs:
        raise Finding(f"pairs came back changed: {pairs}")
    cleaned = Cleaning(read_pairs(Path("pairs.jsonl")), PROVENANCE)
    language = random.choice(_LANGUAGES)
    sentences = list(words_of(cleaned, language, language))
    if len(sentences) + sum(cleaned.dropped.values()) != len(pairs):
        raise Finding(f"{len(pairs)} pairs, {len(sentences)} kept, dropped {cleaned.dropped}")
    for one in sentences:
        for text, words in ((one.pair.source, one.source_words), (one.pair.target,
                                                                  one.target_words)):  # fmt: skip
            if not words or any(not word or len(word.split()) != 1 for word in words):
                raise Finding(f"{language}: {text!r} has the words {words}")
            # The detokenizer may space words otherwise, and loses no character.
            if _solid(text) != _solid("".join(words)):
                raise Finding(f"{language}: {text!r} is cut into other characters, {words}")
            _detokenizer(language).joined(words)
    with on_disk(sentences, Path("lots")) as stored:
        if [(*one.pair, one.source_words, one.target_words) for one in stored] != [
            (*one.pair, one.source_words, one.target_words) for one in sentences
        ]:
            raise Finding(f"sentences came back changed: {sentences}")


@cache
def _detokenizer(language: str) -> Detokenizer:
    return Detokenizer("word", language)


def _text(random: Random) -> str:
    if random.random() < 0.2:
        return random.choice(WORDS).replace("\0", "")
    return "".join(_letter(random) for _ in range(random.randrange(1, 30)))


def _letter(random: Random) -> str:
    if random.random() < 0.5:
        return random.choice("abc '\".,-–’&|[]<>$\u200d\u200c\u200b\u00a0\u3000.。،؟!?1٣@\t")
    while True:
        letter = chr(random.choice((random.randrange(0x3000), random.randrange(0x110000))))
        if letter != "\0" and unicodedata.category(letter) != "Cs":
            return letter


def _solid(text: str) -> str:
    return "".join(text.split())
