"""The attention attends: on copying and reversing the right alignment is known word by word.

Words do not repeat within a sentence, so no other position is as good. Short trainings. The
weights of a step are on the source of the word predicted there, and not on that of the word read,
which is why every system's ``alignment_shift`` is 0; in Luong's order, too, whose code has 1.

What cannot learn the known alignment by its very nature is not asked for it:

- raw embeddings hold no order, so nothing in them says which word comes next (``embed``);
- ``local-m`` looks about position t at step t, where a reversal has nothing to find;
- a location score must know the length from the state alone to count back from the end, and is
  asked to copy only;
- the newest state of a one-way encoder holds earlier words as well, so the dot product, which
  has no parameters to tell them apart, is given both readers.
"""

from __future__ import annotations

import pytest
import torch
from tiny_systems import ENCDEC, LUONG, SEARCH, SEQ2SEQ, SHIPPED, Settings, batch_of, resized

from pipeline.config.system import System
from pipeline.data.vocabulary import EOS
from pipeline.model.assembly import build_model

FIRST_WORD = 4
RIGHT, WRONG = 0.95, 0.4
BOTH_READERS: Settings = {"encoder": "bidirectional", "encoder_hidden": 3, "layers": 1}
LUONG_BOTH = LUONG | BOTH_READERS
GENERAL: Settings = {"attention": "general"}
ONE_HEAD: Settings = {"attention": "multi-head", "attention_scale": True, "attention_heads": 1}

# System, task, vocabulary, size, steps of training.
QUICK = {
    "search, copy": (SEARCH, "copy", 12, 32, 120),
    "search, reversal": (SEARCH, "reversal", 12, 32, 120),
    "dot, copy": (LUONG_BOTH, "copy", 12, 48, 200),
    "general, copy": (LUONG_BOTH | GENERAL, "copy", 12, 48, 180),
    "concat, reversal": (LUONG_BOTH | {"attention": "concat"}, "reversal", 12, 48, 140),
    "luong, multi-head, copy": (LUONG_BOTH | ONE_HEAD, "copy", 12, 48, 200),
}
PARAMETERLESS = SHIPPED["search-dot"]
BOTH_TASKS = {
    "search, LSTM": (SEARCH | {"cell": "lstm"}, 12, 32, 300),
    "search-dot": (PARAMETERLESS, 40, 96, 500),
    "search-dot unscaled": (PARAMETERLESS | {"attention_scale": False}, 40, 48, 300),
    "search-general": (SHIPPED["search-general"], 12, 48, 200),
    "dot": (LUONG_BOTH, 40, 48, 300),
    "general": (LUONG_BOTH | GENERAL, 12, 48, 300),
    "concat": (LUONG_BOTH | {"attention": "concat"}, 12, 48, 300),
    "concat-identity": (LUONG_BOTH | {"attention": "concat-identity"}, 40, 64, 500),
    "local-p": (LUONG_BOTH | GENERAL | {"window": "predictive"}, 12, 48, 300),
    "dot-feed": (LUONG_BOTH | {"input_feeding": True}, 40, 48, 400),
    "luong, multi-head": (LUONG_BOTH | ONE_HEAD, 12, 48, 300),
    "qkv": (SHIPPED["qkv"], 12, 48, 200),
    "transformer": (SHIPPED["transformer"] | {"attention_heads": 1}, 12, 48, 400),
}
COPY_ONLY = {
    "location": (LUONG | {"attention": "location", "layers": 1}, 12, 48, 300),
    "local-m": (LUONG | GENERAL | {"window": "monotonic", "layers": 1}, 12, 48, 300),
}
SLOW = {
    f"{name}, {task}": (settings, task, *sizes)
    for systems, tasks in ((BOTH_TASKS, ("copy", "reversal")), (COPY_ONLY, ("copy",)))
    for name, (settings, *sizes) in systems.items()
    for task in tasks
}


def pairs(seed: int, count: int, task: str, vocabulary: int, lengths: tuple[int, int]):
    """Sentences of distinct words and the same again, or back to front."""
    generator = torch.Generator().manual_seed(seed)
    made = []
    for _ in range(count):
        length = int(torch.randint(lengths[0], lengths[1] + 1, (1,), generator=generator))
        words = (torch.randperm(vocabulary, generator=generator)[:length] + FIRST_WORD).tolist()
        target = words if task == "copy" else words[::-1]
        made.append(([*words, EOS], [*target, EOS]))
    return made


def trained(settings: Settings, examples, vocabulary: int, size: int, steps: int):
    """A system after ``steps`` batches of 48 pairs; the rate falls to near zero at the end."""
    torch.manual_seed(71)
    words = vocabulary + FIRST_WORD
    model = build_model(System(**resized(settings, size)), words, words)
    optimiser = torch.optim.Adam(model.parameters(), 0.005)
    rate = torch.optim.lr_scheduler.LambdaLR(
        optimiser, lambda step: min(1, (step + 1) / 30) * max(0.02, 1 - step / steps)
    )
    generator = torch.Generator().manual_seed(72)
    for _ in range(steps):
        rows = torch.randint(len(examples), (48,), generator=generator).tolist()
        loss = model.loss(batch_of([examples[row] for row in rows]))
        optimiser.zero_grad()
        (loss.total / loss.tokens).backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimiser.step()
        rate.step()
    return model.eval()


def share_right(model, test, task: str, shift: int) -> float:
    """Share of the target words whose largest weight is at the word they come from."""
    with torch.inference_mode():
        weights = model.forced(*batch_of(test)[1:5]).weights
    right = count = 0
    for row, (_, target) in enumerate(test):
        words = len(target) - 1  # where the end of sentence comes from is nobody's knowledge
        for place in range(words):
            known = place if task == "copy" else words - 1 - place
            right += int(weights[row, place + shift].argmax()) == known
            count += 1
    return right / count


def assert_attends(settings, task: str, vocabulary: int, size: int, steps: int) -> None:
    lengths = (3, 6)
    examples = pairs(73, 4000, task, vocabulary, lengths)
    model = trained(settings, examples, vocabulary, size, steps)
    test = pairs(74, 100, task, vocabulary, lengths)
    predicted, read = (share_right(model, test, task, shift) for shift in (0, 1))
    shares = f"right at alignment_shift 0: {predicted:.3f} of the words, at 1: {read:.3f}"
    assert predicted >= RIGHT, shares
    assert read <= WRONG, shares


@pytest.mark.parametrize("name", QUICK)
def test_largest_weight_is_at_the_word_predicted(name: str) -> None:
    assert_attends(*QUICK[name])


@pytest.mark.slow
@pytest.mark.parametrize("name", SLOW)
def test_largest_weight_is_at_the_word_predicted_in_every_system(name: str) -> None:
    assert_attends(*SLOW[name])


def share_predicted(model, test) -> float:
    """Share of the target words that have the largest probability under teacher forcing."""
    batch = batch_of(test)
    with torch.inference_mode():
        result = model.teacher_forced(batch.source, batch.source_lengths, batch.target)
        best = model.logits(result.features).argmax(-1)
    real = (batch.target != 0) & (batch.target != EOS)
    return (best == batch.target)[real].double().mean().item()


@pytest.mark.slow
@pytest.mark.parametrize("task", ["copy", "reversal"])
def test_only_the_fixed_context_falls_behind_as_length_grows(task: str) -> None:
    """Three sizes alike, trained on sentences of all lengths alike."""
    vocabulary, size, steps = 20, 32, 500
    examples = pairs(75, 6000, task, vocabulary, (2, 14))
    short = pairs(76, 150, task, vocabulary, (2, 4))
    long = pairs(77, 150, task, vocabulary, (12, 14))
    shares = {}
    for name, settings in (("encdec", ENCDEC), ("seq2seq", SEQ2SEQ), ("search", SEARCH)):
        model = trained(settings, examples, vocabulary, size, steps)
        shares[name] = (share_predicted(model, short), share_predicted(model, long))
    for name in ("encdec", "seq2seq"):
        assert shares[name][1] < 0.75 * shares[name][0], shares
    assert shares["search"][1] > 0.95, shares
