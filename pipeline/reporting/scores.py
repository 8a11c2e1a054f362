"""scores.json as the report reads it: only the systems and seeds that the experiment expects."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pipeline.refusal import Refusal
from pipeline.reporting.estimate import Estimate
from pipeline.reporting.read_json import read_json

REPAIR = "run `dvc repro`"


@dataclass(frozen=True)
class Scores:
    """Scores and paired differences of the experiment's systems."""

    signatures: dict[str, str]
    confidence: float
    samples: int
    buckets: list[dict]
    systems: dict[str, dict]
    comparisons: list[dict]

    @property
    def percent(self) -> str:
        """The confidence of the intervals, as text: ``95%``."""
        return f"{100 * self.confidence:g}%"

    def estimate(self, slug: str, metric: str) -> Estimate | None:
        """A system's score on the whole test set; None where it is undefined."""
        return _estimate(self.systems[slug].get(metric))

    def by_length(self, slug: str, metric: str) -> list[Estimate | None]:
        """A system's score in every length bucket, in the order of ``buckets``."""
        return [_estimate(entry.get(metric)) for entry in self.systems[slug]["by_length"]]

    def difference(
        self, system: str, baseline: str, metric: str = "bleu", bucket: str = "all"
    ) -> Estimate | None:
        """``system`` minus ``baseline`` with its paired interval; None where not compared."""
        entry = self._comparison(system, baseline, metric, bucket)
        found = None if entry is None else _estimate(entry["difference"])
        turned = found is not None and entry["system"] == baseline
        return found.negated() if turned else found

    def p_value(self, system: str, baseline: str, metric: str) -> float | None:
        """The p-value of that difference over all test sentences."""
        entry = self._comparison(system, baseline, metric, "all")
        return None if entry is None else entry["p_value"]

    def _comparison(self, one: str, other: str, metric: str, bucket: str) -> dict | None:
        for entry in self.comparisons:
            same = {entry["system"], entry["baseline"]} == {one, other}
            if same and (entry["metric"], entry["bucket"]) == (metric, bucket):
                return entry
        return None


def _estimate(entry: dict | None) -> Estimate | None:
    return None if entry is None else Estimate.read(entry)


def read_scores(path: Path, systems: list[str], seeds: list[int]) -> Scores:
    """Read scores.json and keep what the experiment expects; Refusal where something is missing."""
    content = read_json(path)
    missing = [slug for slug in systems if slug not in content["systems"]]
    if missing or list(content["seeds"]) != list(seeds):
        raise Refusal(
            f"{path} holds {', '.join(content['systems'])} with seeds {content['seeds']}, but "
            f"experiment expects {', '.join(systems)} with seeds {seeds}; {REPAIR} to score again"
        )
    expected = set(systems)
    return Scores(
        signatures=content["signatures"],
        confidence=content["confidence"],
        samples=content["samples"],
        buckets=content["buckets"],
        systems={slug: content["systems"][slug] for slug in systems},
        comparisons=[
            entry
            for entry in content["comparisons"]
            if {entry["system"], entry["baseline"]} <= expected
        ],
    )
