"""BLEU of a single sentence, to look at one translation with; no finding rests on it.

sacrebleu's sentence BLEU: n-grams only up to the length of the sentence (effective order), zero
counts smoothed exponentially, the same tokenizer as everywhere in the report.
"""

from __future__ import annotations

from collections.abc import Sequence

from sacrebleu.metrics import BLEU as SacreBleu

from pipeline.evaluation.bleu_tokens import bleu_tokenizer
from pipeline.evaluation.parallel import require_parallel


def sentence_bleu(hypotheses: Sequence[str], references: Sequence[str]) -> list[float]:
    """Return BLEU in points, 0 to 100, of every hypothesis against its own reference.

    Both are plain text in the same order; ValueError where the lists are not of one length.
    """
    require_parallel(hypotheses, references)
    tokenizer = bleu_tokenizer(references)
    scorer = SacreBleu(tokenize=tokenizer, smooth_method="exp", effective_order=True, force=True)
    return [
        scorer.sentence_score(hypothesis, [reference]).score
        for hypothesis, reference in zip(hypotheses, references, strict=True)
    ]
