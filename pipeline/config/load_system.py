"""One system of params.yaml, by its slug."""

from __future__ import annotations

from pipeline.config.load import load_section
from pipeline.config.system import System


def load_system(slug: str) -> System:
    """Return ``systems.<slug>``; raises Refusal where it is unknown or wrong."""
    return load_section(f"systems.{slug}", System)
