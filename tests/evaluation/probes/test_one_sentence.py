"""Gradients against differences, erasures against erased sentences, for every shipped system."""

import pytest
import torch

from evaluation.probes.known_models import KnownModel, alone, nothing
from evaluation.probes.shipped import SYSTEMS, sentence, tiny
from pipeline.data.batch import collate
from pipeline.data.vocabulary import UNK
from pipeline.evaluation.probes import one_sentence
from pipeline.evaluation.probes.one_sentence import erasure_drops, gradient_norms, step_weights
from pipeline.evaluation.probes.source_vectors import (
    changed_source_vectors,
    replacement_vector,
    source_embedding,
)

SOURCE, TARGET = sentence(6, 1), sentence(5, 2)


@pytest.fixture(params=SYSTEMS)
def model(request):
    return tiny(request.param)


def copies(ids, count):
    return torch.tensor(ids).expand(count, -1), torch.full((count,), len(ids))


def test_gradients_are_the_slopes_of_the_log_probability(model):
    size, step = source_embedding(model).embedding_dim, 1e-5
    # One copy for each number of each word's vector, moved up, then one moved down.
    moves = step * torch.eye(len(SOURCE) * size, dtype=torch.float64).unflatten(1, (-1, size))
    with torch.inference_mode():
        found = []
        for direction in (1, -1):
            with changed_source_vectors(model, lambda v, d=direction: v + d * moves):
                pair = (*copies(SOURCE, len(moves)), *copies(TARGET, len(moves)))
                found.append(model.forced(*pair).log_probabilities)
    slopes = (found[0] - found[1]) / (2 * step)  # [S * E, T]
    expected = slopes.unflatten(0, (len(SOURCE), size)).norm(dim=1).t()  # [T, S]
    assert torch.allclose(gradient_norms(model, SOURCE, TARGET), expected, rtol=1e-5, atol=1e-7)
    assert expected.max() > 1e-3


def test_erasing_is_what_reading_unk_would_be_whatever_else_is_in_the_batch(model):
    drops = erasure_drops(model, SOURCE, TARGET, replacement_vector(model, "unknown", UNK))
    other = (sentence(9, 3), sentence(8, 4))
    with torch.inference_mode():
        for place in range(len(SOURCE)):
            erased = [*SOURCE[:place], UNK, *SOURCE[place + 1 :]]
            # The long neighbour pads them on both sides.
            batch = collate(range(3), [SOURCE, erased, other[0]], [TARGET, TARGET, other[1]])
            scores = model.forced(*batch[1:5]).log_probabilities[:, : len(TARGET)]
            assert torch.allclose(drops[:, place], scores[0] - scores[1], atol=1e-10)


def test_parts_of_a_sentence_make_the_same_whole(model, monkeypatch):
    zeros = replacement_vector(model, "zero", UNK)
    whole = gradient_norms(model, SOURCE, TARGET), erasure_drops(model, SOURCE, TARGET, zeros)
    monkeypatch.setattr(one_sentence, "CELLS", 2 * len(SOURCE))
    parts = gradient_norms(model, SOURCE, TARGET), erasure_drops(model, SOURCE, TARGET, zeros)
    for one, other in zip(whole, parts, strict=True):
        assert one.shape == (len(TARGET), len(SOURCE))
        assert torch.allclose(one, other, atol=1e-10)


def test_weights_are_those_of_the_step_that_predicts(model):
    weights = step_weights(model, SOURCE, TARGET)
    if not model.attends:
        assert weights is None
        return
    with torch.inference_mode():
        expected = model.teacher_forced(*copies(SOURCE, 1), torch.tensor([TARGET])).weights[0]
    assert torch.equal(weights, expected)


def test_the_model_is_as_it_was_afterwards(model):
    before = gradient_norms(model, SOURCE, TARGET)
    erasure_drops(model, SOURCE, TARGET, replacement_vector(model, "mean", UNK))
    assert torch.equal(gradient_norms(model, SOURCE, TARGET), before)
    assert not source_embedding(model)._forward_hooks


def test_a_model_that_ignores_the_source_has_neither_gradient_nor_loss():
    model = KnownModel(nothing)
    assert gradient_norms(model, SOURCE, TARGET).count_nonzero() == 0
    assert erasure_drops(model, SOURCE, TARGET, torch.zeros(6)).count_nonzero() == 0


def test_a_model_that_reads_one_word_has_both_there_alone():
    model = KnownModel(alone(lambda t: t))
    read = torch.eye(len(TARGET), len(SOURCE), dtype=torch.bool)
    for found in (
        gradient_norms(model, SOURCE, TARGET),
        erasure_drops(model, SOURCE, TARGET, replacement_vector(model, "unknown", UNK)),
    ):
        assert (found != 0).equal(read)


def test_three_ways_to_erase_and_no_other():
    model = KnownModel(nothing)
    table = source_embedding(model).weight.detach()
    assert torch.equal(replacement_vector(model, "unknown", UNK), table[UNK])
    assert replacement_vector(model, "zero", UNK).count_nonzero() == 0
    assert torch.allclose(replacement_vector(model, "mean", UNK), table.mean(0))
    with pytest.raises(ValueError, match="blank"):
        replacement_vector(model, "blank", UNK)
