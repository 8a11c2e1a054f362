"""Folders that belong to the pipeline itself, or to a report of it, and so to no setting."""

from __future__ import annotations

RESERVED = ("data", "pipeline", "runs", "stages", "taste", "tests")
"""First parts of a path, in lower case."""

OF_A_REPORT = ("figures", "tables")
"""Folders in a report's own that it has to itself: what a new report does not hold is removed."""
