"""Bytes made wrong at random: the same generator gives the same bytes."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

TOKENS = (
    b"\xef\xbb\xbf", b"\xff\xfe", b"\0", b"\r", b"\r\n", b"\n", b"\n\n", b"\t", b",", b'"', b'""',
    b'"\n', b"\\", b"\\n", b"\\u0000", b"\\ud800", b"{", b"}", b"[", b"]", b":", b"null", b"1e999",
    b"\x1f\x8b\x08", b"PK\x03\x04", b"\xe2\x80\xa8", b"\xc2\x85", b"\x0c", b"\x1c", b"\xc3",
    b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\xff", b"\xe2\x80\x8d", b"\xd7\x90", b"9" * 400,
    b"-1", b"\x7f\xff\xff\xff", b"\xff\xff\xff\xff", b"\x80\x00\x00\x00", b"0", b" ",
)  # fmt: skip
"""What parsers of text, tables, JSON, gzip and zip look for, or stumble over."""


def mutated(content: bytes, random: Random) -> bytes:
    """Return ``content`` with one to six changes; sometimes nothing but noise."""
    if random.random() < 0.02:
        return random.randbytes(random.randrange(200))
    for _ in range(random.choice((1, 1, 1, 2, 3, 6))):
        content = random.choice(_KINDS)(content, random)
    return content


def _slice(content: bytes, random: Random) -> tuple[int, int]:
    begin = random.randrange(len(content) + 1)
    return begin, min(len(content), begin + random.choice((1, 2, 4, 16, 200)))


def _flip(content: bytes, random: Random) -> bytes:
    if not content:
        return content
    place = random.randrange(len(content))
    changed = content[place] ^ 1 << random.randrange(8)
    return content[:place] + bytes([changed]) + content[place + 1 :]


def _replace(content: bytes, random: Random) -> bytes:
    begin, end = _slice(content, random)
    return content[:begin] + random.randbytes(end - begin) + content[end:]


def _remove(content: bytes, random: Random) -> bytes:
    begin, end = _slice(content, random)
    return content[:begin] + content[end:]


def _repeat(content: bytes, random: Random) -> bytes:
    begin, end = _slice(content, random)
    return content[:end] + content[begin:end] * random.choice((1, 1, 2, 50)) + content[end:]


def _move(content: bytes, random: Random) -> bytes:
    begin, end = _slice(content, random)
    rest = content[:begin] + content[end:]
    place = random.randrange(len(rest) + 1)
    return rest[:place] + content[begin:end] + rest[place:]


def _insert(content: bytes, random: Random) -> bytes:
    place = random.randrange(len(content) + 1)
    return content[:place] + random.choice(TOKENS) + content[place:]


def _overwrite(content: bytes, random: Random) -> bytes:
    token = random.choice(TOKENS)
    place = random.randrange(len(content) + 1)
    return content[:place] + token + content[place + len(token) :]


def _cut(content: bytes, random: Random) -> bytes:
    return content[: random.randrange(len(content) + 1)]


_KINDS: tuple[Callable[[bytes, Random], bytes], ...] = (
    _flip, _replace, _remove, _repeat, _move, _insert, _insert, _overwrite, _cut,
)  # fmt: skip
