import math

import pytest

from pipeline.evaluation.perplexity import perplexity_score, perplexity_statistics


def test_a_uniform_model_has_its_vocabulary_as_perplexity():
    tokens = [3, 11, 1]
    nll = [count * math.log(6000) for count in tokens]
    assert perplexity_score(perplexity_statistics(nll, tokens).sum(axis=0)) == pytest.approx(6000)


def test_tokens_weigh_alike_not_sentences():
    # 1 token at probability 1/2, 3 tokens at 1/4: 7 bits over 4 tokens. A mean of the sentences'
    # perplexities would give 3.
    nll = [math.log(2), 3 * math.log(4)]
    totals = perplexity_statistics(nll, [1, 3]).sum(axis=0)
    assert perplexity_score(totals) == pytest.approx(2 ** (7 / 4))


def test_lists_that_do_not_answer_each_other_raise():
    with pytest.raises(ValueError, match="2 hypotheses but 1 references"):
        perplexity_statistics([1.0, 2.0], [1])
