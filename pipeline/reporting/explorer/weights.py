"""Weights as they travel inside the page: bytes, deflated, in base64.

A weight between 0 and 1 becomes the nearest of 0/255, 1/255, ..., 255/255: it moves by at most
1/510, a fifth of a per cent, which nobody can see. All matrices follow each other row by row.
"""

from __future__ import annotations

import base64
import zlib
from collections.abc import Iterable

import numpy as np

STEPS = 255
"""Steps between a weight of 0 and a weight of 1."""


def quantised(weights: np.ndarray) -> np.ndarray:
    """Weights of any shape as bytes of that shape; what lies outside 0 to 1 by rounding is cut."""
    return np.rint(np.clip(weights, 0.0, 1.0) * STEPS).astype(np.uint8)


def packed(matrices: Iterable[np.ndarray]) -> str:
    """The matrices of bytes, row by row, one after another, as text for the page."""
    flat = b"".join(np.ascontiguousarray(matrix, dtype=np.uint8).tobytes() for matrix in matrices)
    return base64.b64encode(zlib.compress(flat, level=9)).decode("ascii")


def unpacked(text: str) -> np.ndarray:
    """The bytes that :func:`packed` made into text, flat."""
    return np.frombuffer(zlib.decompress(base64.b64decode(text)), dtype=np.uint8)
