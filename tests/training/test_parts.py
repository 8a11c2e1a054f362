"""Batches computed in parts: the same function, the same sums on any number of threads."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
import torch
from torch import nn

from pipeline.config.system import System
from pipeline.data.batch import Batch, collate
from pipeline.model.assembly import build_model
from pipeline.training.optimizer import ClippedUpdate, make_optimizer
from pipeline.training.parts import PARTS, Parts, cut, in_parts

SETTINGS = {
    "family": "recurrent", "max_words": None, "reverse_source": False, "embedding": 5, "hidden": 6,
    "encoder_hidden": 3, "layers": 1, "dropout": 0.0, "cell": "gru", "encoder": "bidirectional",
    "order": "bahdanau", "context": "every-step", "initial_state": "bridge",
    "attention": "additive", "attention_size": 8, "attention_scale": False,
    "attention_over": "states", "attention_heads": 1, "window": "global", "window_half_width": 2,
    "window_renormalise": False, "input_feeding": False, "readout": "maxout", "readout_size": 4,
    "initialisation": "glorot", "output_bias": "zero", "alignment_shift": 0,
}  # fmt: skip
REAL = {"embedding": 128, "hidden": 160, "encoder_hidden": 160, "readout_size": 160}


def a_model(**changes: object) -> nn.Module:
    torch.manual_seed(1)
    return build_model(System(**SETTINGS | changes), 12, 12)


def a_batch(sentences: int = 7) -> Batch:
    generator = torch.Generator().manual_seed(3)

    def column() -> list[list[int]]:
        lengths = torch.randint(1, 9, (sentences,), generator=generator).tolist()
        return [[*torch.randint(4, 12, (n,), generator=generator).tolist(), 3] for n in lengths]

    return collate(range(sentences), column(), column())


@pytest.fixture
def parts():
    with ThreadPoolExecutor(PARTS) as pool:
        yield Parts(pool)


@pytest.mark.parametrize("sentences", [1, 2, 7])
def test_every_sentence_is_in_one_part_without_padding_that_nobody_needs(sentences):
    batch = a_batch(sentences)
    pieces = cut(batch)
    assert len(pieces) == min(sentences, PARTS)
    assert torch.cat([piece.rows for piece in pieces]).tolist() == list(range(sentences))
    for piece in pieces:
        assert piece.source.shape[1] == piece.source_lengths.max()
        assert piece.target.shape[1] == piece.target_lengths.max()
        for row, source, target in zip(piece.rows, piece.source, piece.target, strict=True):
            whole = batch.source[row], batch.target[row]
            for part, original in zip((source, target), whole, strict=True):
                assert part.tolist() == original[: len(part)].tolist()
                assert not original[len(part) :].any()


@pytest.mark.parametrize("sentences", [1, 7])
@pytest.mark.parametrize("attention", ["none", "additive", "dot"])
def test_loss_and_gradient_are_those_of_the_whole_batch(parts, attention, sentences):
    model = a_model(attention=attention).double()
    batch = a_batch(sentences)
    loss = parts.loss_and_gradient(model, batch, 0.1)
    in_pieces = [parameter.grad for parameter in model.parameters()]
    model.zero_grad()
    whole = model.loss(batch, 0.1).total
    whole.backward()
    assert loss.item() == pytest.approx(whole.item(), rel=1e-12)
    for piece, parameter in zip(in_pieces, model.parameters(), strict=True):
        assert piece.stride() == parameter.stride()  # the fused optimiser reads no other layout
        torch.testing.assert_close(piece, parameter.grad, rtol=1e-10, atol=1e-12)


def test_embeddings_are_left_as_they_were(parts):
    """In parts their gradients have the rows that were read; elsewhere nobody expects such."""
    model = a_model()
    with in_parts(model, "32", 1, torch.device("cpu")) as others:
        others.loss_and_gradient(model, a_batch(), 0.0)
    model.zero_grad()
    model.loss(a_batch()).total.backward()
    assert not any(parameter.grad.is_sparse for parameter in model.parameters())


def test_a_step_after_a_step_does_not_add_to_its_gradient(parts):
    model, batch = a_model(), a_batch()
    parts.loss_and_gradient(model, batch, 0.0)
    first = [parameter.grad.clone() for parameter in model.parameters()]
    parts.loss_and_gradient(model, batch, 0.0)
    for before, parameter in zip(first, model.parameters(), strict=True):
        assert torch.equal(before, parameter.grad)


def test_many_updates_are_those_of_whole_batches(parts):
    models = [a_model() for _ in range(2)]
    updates = [ClippedUpdate(make_optimizer("adam", m.parameters(), 0.01), 1.0) for m in models]
    batch, tokens = a_batch(), int(a_batch().target_lengths.sum())
    for _ in range(10):
        loss = parts.loss_and_gradient(models[0], batch, 0.0)
        updates[0].apply(0.01, loss, tokens)
        models[1].zero_grad()
        whole = models[1].loss(batch).total
        (whole / tokens).backward()
        updates[1].apply(0.01, whole)
        assert loss.item() == pytest.approx(whole.item(), rel=1e-5)


def test_validation_losses_are_of_all_tokens_and_without_gradient(parts):
    model, batch = a_model(), a_batch()
    losses = parts.losses(model, batch)
    assert sum(loss.tokens for loss in losses) == int(batch.target_lengths.sum())
    assert sum(loss.total.item() for loss in losses) == pytest.approx(
        model.loss(batch).total.item(), rel=1e-5
    )
    assert all(loss.total.is_inference() for loss in losses)


def test_what_one_part_raises_is_raised(parts):
    with pytest.raises(IndexError):
        parts.loss_and_gradient(a_model(), a_batch()._replace(target=torch.full((7, 9), 99)), 0.0)


@pytest.mark.parametrize("changes", [{}, REAL], ids=["small", "of a real size"])
def test_one_thread_gives_the_same_bits_as_two(changes):
    """From the initial weights on; LAPACK and the matrix products divide only what is large."""
    before = torch.get_num_threads()
    outcomes = []
    try:
        for threads in (1, 2, 3):
            torch.set_num_threads(threads)
            model = a_model(**changes)
            with in_parts(model, "32", 1, torch.device("cpu")) as parts:
                assert torch.get_num_threads() == max(1, threads // PARTS)
                loss = parts.loss_and_gradient(model, a_batch(), 0.0)
            assert torch.get_num_threads() == threads
            parameters = list(model.parameters())
            outcomes.append([loss, *parameters, *(parameter.grad for parameter in parameters)])
    finally:
        torch.set_num_threads(before)
    for others in zip(*outcomes, strict=True):
        assert all(torch.equal(others[0], other) for other in others)


def test_a_batch_stays_whole_where_parts_would_change_the_outcome():
    model, noisy, cpu = a_model(), a_model(dropout=0.5), torch.device("cpu")
    for arguments in (
        (model, "32", 1, torch.device("cuda")),
        (noisy, "32", 1, cpu),
        (model, "bf16", 1, cpu),
        (model, "32", 2, cpu),
    ):
        with in_parts(*arguments) as parts:
            assert parts is None
