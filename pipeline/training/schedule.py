"""The learning rate as a function of the target tokens seen: up, then down to near zero.

Counted in target tokens and not in steps, so that two systems whose batches hold different numbers
of sentences have the same rate at the same point of their budgets; and a function of that count
alone, so that a resumed run goes on with the rate that it would have had.
"""

from __future__ import annotations

from typing import Literal

LAST_SHARE = 0.01
"""Share of the peak rate that is left at the end of the budget under linear decay."""


def learning_rate(
    tokens: int, budget: int, peak: float, warmup: float, decay: Literal["linear", "none"]
) -> float:
    """Return the rate of the update that brings the count of target tokens to ``tokens``.

    ``warmup`` is the share of ``budget`` over which the rate rises from 0 to ``peak`` in a straight
    line. From there ``decay`` is "linear" (down to a hundredth of ``peak`` at the end of the
    budget) or "none". Past the budget (the last batch may overshoot it) the rate stays.
    """
    warm = warmup * budget
    if tokens < warm:
        return peak * tokens / warm
    if decay == "none":
        return peak
    done = min((tokens - warm) / (budget - warm), 1.0)
    return peak * (1.0 - (1.0 - LAST_SHARE) * done)
