"""What a run carries from one epoch to the next, beside the weights and the optimiser's state."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field

from torch import Tensor

from pipeline.training.history import EpochRow


@dataclass
class Record:
    """The finished epochs of a run and the best weights among them."""

    rows: list[EpochRow] = field(default_factory=list)
    steps: int = 0  # updates, the skipped ones counted
    skipped: int = 0  # updates skipped because the gradient was wild
    pairs: int = 0  # sentence pairs trained on, repeats counted
    best: dict[str, Tensor] = field(default_factory=dict)  # state of the epoch of lowest loss
    training_seconds: float = 0.0
    validation_seconds: float = 0.0

    @property
    def epochs(self) -> int:
        """Number of finished epochs."""
        return len(self.rows)

    @property
    def target_tokens(self) -> int:
        """Target tokens trained on in the finished epochs."""
        return self.rows[-1].target_tokens if self.rows else 0

    @property
    def best_row(self) -> EpochRow:
        """The epoch of lowest validation loss; the earlier of equals."""
        return min(self.rows, key=lambda row: row.validation_loss)

    def finish_epoch(self, row: EpochRow, state: dict[str, Tensor]) -> bool:
        """Add an epoch that ended with the weights ``state``; return whether it is the best."""
        self.rows.append(row)
        is_best = self.best_row is row
        if is_best:
            self.best = {name: tensor.detach().cpu().clone() for name, tensor in state.items()}
        return is_best

    def plain(self) -> dict:
        """Return the record as plain values and tensors."""
        return {**vars(self), "rows": [asdict(row) for row in self.rows]}

    @classmethod
    def from_plain(cls, plain: dict) -> Record:
        """Return the record that :meth:`plain` was taken of."""
        return cls(**{**plain, "rows": [EpochRow(**row) for row in plain["rows"]]})
