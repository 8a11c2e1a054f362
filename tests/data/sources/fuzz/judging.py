"""What may become of a file: what it says, or a refusal that names it. All else is a finding."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection

from data.sources.fuzz.oracles import Wrong
from pipeline.refusal import Refusal

_OF_THE_WHOLE_FILE = re.compile(
    "is empty|cannot be opened|allowed: plain text or gzip|lines, .* has|cannot be read"
)


class Finding(Exception):
    """Something that must not happen."""


def judge(
    read: Callable[[], object],
    expected: Callable[[], object],
    names: Collection[str],
    *,
    untouched: bool,
    by_line: bool,
) -> None:
    """Raise :class:`Finding` unless ``read`` gives what ``expected`` gives, or refuses rightly.

    A refusal is one line that holds one of ``names`` and, where ``by_line``, the number of a line;
    of an ``untouched`` file none is right. ``expected`` raises Wrong where nothing can be read.
    """
    try:
        got = read()
    except Refusal as refusal:
        _judge_refusal(str(refusal), names, untouched=untouched, by_line=by_line)
        return
    except Exception as fault:
        raise Finding(f"{type(fault).__name__} escapes: {str(fault)[:200]!r}") from fault
    try:
        wanted = expected()
    except Wrong as wrong:
        raise Finding(f"read as {str(got)[:200]}, but line {wrong.line} is wrong") from None
    if got != wanted:
        raise Finding(f"read as {str(got)[:300]}, but it says {str(wanted)[:300]}")


def _judge_refusal(said: str, names: Collection[str], *, untouched: bool, by_line: bool) -> None:
    if untouched:
        raise Finding(f"a good file is refused: {said}")
    if "\n" in said or not said.isprintable():
        raise Finding(f"a refusal that is not one printable line: {said!r}")
    if "MemoryError" in said or "malloc" in said:
        raise Finding(f"memory ran out, and that was taken for a fault of the file: {said}")
    if not any(name in said for name in names):
        raise Finding(f"a refusal that does not name the file: {said}")
    if by_line and not (re.search(r"line [\d,]+", said) or _OF_THE_WHOLE_FILE.search(said)):
        raise Finding(f"a refusal without a line: {said}")
