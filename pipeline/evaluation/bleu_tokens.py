"""Which of sacrebleu's tokenizers BLEU counts with."""

from __future__ import annotations

from collections.abc import Sequence

from pipeline.data.unspaced import PUNCTUATION, SCRIPTS, characters_by_script

STANDARD = "13a"
CHINESE, CHARACTERS = "zh", "char"


def bleu_tokenizer(references: Sequence[str]) -> str:
    """``13a``, or where most of the text is in a script without spaces one that parts characters.

    There ``13a`` would make one token of a clause, and nearly every translation would score 0.
    Chinese has sacrebleu's own tokenizer; in other such scripts every character is a token.
    """
    found = dict.fromkeys((script.name for script in SCRIPTS), 0)
    solid = 0
    for text in references:
        solid += sum(map(len, text.split()))
        for name, count in characters_by_script(text).items():
            found[name] += count
    if 2 * sum(found.values()) <= solid:
        return STANDARD
    letters = sum(found.values()) - found[PUNCTUATION]
    return CHINESE if found["Han"] > 0.9 * letters else CHARACTERS
