"""Where the stage ``probe`` leaves what it found, relative to the workspace."""

from __future__ import annotations

from pathlib import Path

PROBE = Path("runs/probe")
PROBES_FILE = "probes.json"
