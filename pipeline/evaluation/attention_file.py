"""attention.npz: the attention matrices of a whole test set in one file without pickles.

Three arrays: ``weights`` (float32), all matrices row by row, one after another; ``rows`` and
``columns`` (int64), the shape of each. A row is a target token: row t belongs to token t, whatever
the system's alignment_shift (pipeline.decoding.shift). After the tokens comes one more row for the
end of sentence, except where it has none: in a translation that was cut off, and in every sentence
of a model whose weights belong to the word that goes in. A column is a source id, the end of
sentence last. A row of zeros is one that is not known (the last token of a translation cut off, in
such a model). A model without attention leaves three empty arrays.
"""

from __future__ import annotations

import zipfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import numpy as np

from pipeline.atomic import written_whole
from pipeline.refusal import Refusal


class AttentionMatrices(Sequence[np.ndarray]):
    """The matrices of N sentences [rows, columns], each cut out when it is asked for."""

    def __init__(self, weights: np.ndarray, rows: np.ndarray, columns: np.ndarray) -> None:
        """Weights flat, shapes [N]; ValueError where they do not fit together."""
        sizes = rows.astype(np.int64) * columns.astype(np.int64)
        if rows.shape != columns.shape or sizes.sum() != weights.size:
            raise ValueError(
                f"{weights.size} weights, but shapes of {len(rows)} matrices ask for {sizes.sum()}"
            )
        self.weights, self.rows, self.columns = weights, rows, columns
        self._starts = np.concatenate([[0], np.cumsum(sizes)])

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, sentence: int) -> np.ndarray:
        sentence = range(len(self))[sentence]
        flat = self.weights[self._starts[sentence] : self._starts[sentence + 1]]
        return flat.reshape(self.rows[sentence], self.columns[sentence])

    def __iter__(self) -> Iterator[np.ndarray]:
        return (self[sentence] for sentence in range(len(self)))

    @property
    def attends(self) -> bool:
        """Whether the model had attention at all."""
        return len(self) > 0

    @classmethod
    def of(cls, matrices: Sequence[np.ndarray | None]) -> AttentionMatrices:
        """Gather the matrices [rows, columns] of all sentences; of none where they are None."""
        known = [matrix for matrix in matrices if matrix is not None]
        if known and len(known) < len(matrices):
            raise ValueError("some sentences have attention and some have none")
        flat = [np.ascontiguousarray(matrix, dtype=np.float32).ravel() for matrix in known]
        return cls(
            np.concatenate(flat) if flat else np.zeros(0, dtype=np.float32),
            np.array([matrix.shape[0] for matrix in known], dtype=np.int64),
            np.array([matrix.shape[1] for matrix in known], dtype=np.int64),
        )


def write_attention(path: Path, matrices: Sequence[np.ndarray | None]) -> None:
    """Write the matrices of all sentences, in order; the same matrices give the same bytes."""
    gathered = AttentionMatrices.of(matrices)
    with written_whole(path) as beside:
        # NumPy dates every member 1980-01-01, so the clock does not enter the file.
        np.savez_compressed(
            beside, weights=gathered.weights, rows=gathered.rows, columns=gathered.columns
        )


def read_attention(path: Path) -> AttentionMatrices:
    """Read what :func:`write_attention` wrote; raises Refusal where the file is not that."""
    try:
        with np.load(path, allow_pickle=False) as file:
            return AttentionMatrices(file["weights"], file["rows"], file["columns"])
    except FileNotFoundError:
        raise Refusal(f"{path} is missing: run `dvc repro` to make it") from None
    except (OSError, EOFError, KeyError, ValueError, zipfile.BadZipFile) as error:
        raise Refusal(
            f"{path} is not a file of attention matrices ({error}); run `dvc repro` to make it "
            "again"
        ) from None
