"""Folders of the workspace that belong to the pipeline itself, and so to no setting."""

from __future__ import annotations

RESERVED = ("data", "pipeline", "runs", "stages", "taste", "tests")
"""First parts of a path, in lower case."""
