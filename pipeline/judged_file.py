"""Where the verdicts lie: written by the judge stage, read by the report stage.

Apart from ``pipeline.layout``, on which every training depends and which therefore stays as it is.
"""

from __future__ import annotations

from pathlib import Path

JUDGED = Path("runs/judge/claims.json")
