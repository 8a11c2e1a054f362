"""The record of epochs, its table, and its way through the resume file."""

import math

import torch

from pipeline.training.history import EpochRow, epochs_csv, perplexity
from pipeline.training.record import Record


def row(epoch, loss, **changes):
    values = {
        "epoch": epoch,
        "target_tokens": 100 * epoch,
        "learning_rate": 0.00123,
        "train_loss": 5.5,
        "validation_loss": loss,
        "validation_perplexity": perplexity(loss),
        "attention_entropy": 1.25,
        "gradient_norm": 0.75,
    }
    return EpochRow(**{**values, **changes})


def test_table():
    text = epochs_csv([row(1, 2.0), row(2, 1.0, attention_entropy=None, gradient_norm=None)])
    assert text == (
        "epoch,target_tokens,learning_rate,train_loss,validation_loss,validation_perplexity,"
        "attention_entropy,gradient_norm\n"
        "1,100,0.00123,5.5,2,7.389056,1.25,0.75\n"
        "2,200,0.00123,5.5,1,2.718282,,\n"
    )


def test_perplexity_of_a_hopeless_loss():
    assert perplexity(0.0) == 1.0
    assert perplexity(1e6) == math.inf


def test_best_is_the_lowest_and_the_earlier_of_equals():
    record, weight = Record(), torch.zeros(1)
    kept = []
    for epoch, loss in enumerate([3.0, 1.0, 2.0, 1.0], start=1):
        weight.fill_(epoch)
        kept.append(record.finish_epoch(row(epoch, loss), {"weight": weight}))
    assert kept == [True, True, False, False]
    assert record.best_row.epoch == 2
    assert record.best["weight"].item() == 2.0  # a copy: the weight itself went on
    assert (record.epochs, record.target_tokens) == (4, 400)


def test_plain_and_back():
    record = Record(steps=7, skipped=1, pairs=28, training_seconds=1.5)
    record.finish_epoch(row(1, 2.0), {"weight": torch.ones(2)})
    again = Record.from_plain(record.plain())
    assert again == record
    again.rows.append(row(2, 1.0))
    assert record.epochs == 1  # no list is shared


def test_empty_record():
    assert (Record().epochs, Record().target_tokens) == (0, 0)
