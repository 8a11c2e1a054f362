"""The claims of ``pipeline/claims/papers/``, read and checked."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from pathlib import Path

from pydantic import ValidationError

from pipeline.claims.claim import Claim
from pipeline.refusal import Refusal

PAPERS = Path(__file__).parent / "papers"


def read_claims(folder: Path = PAPERS) -> list[Claim]:
    """Return all claims by their number.

    Raises Refusal where a file is not as ``Claim`` says, has no criterion, or repeats a number.
    """
    claims = [_read(path) for path in sorted(folder.glob("*.toml"))]
    if not claims:
        raise Refusal(f"{folder} holds no claim: there is nothing to judge")
    _refuse_repeated(claim.id for claim in claims)
    return sorted(claims, key=lambda claim: claim.id)


def _read(path: Path) -> Claim:
    try:
        content = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise Refusal(f"{path}: not sound TOML ({error})") from None
    if not content.get("criterion"):
        raise Refusal(
            f"{path}: no criterion; a claim is not judged without one, written before the runs"
        )
    try:
        return Claim.model_validate(content)
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(str(step) for step in first["loc"])
        raise Refusal(f"{path}: {place or 'criterion'}: {first['msg']}") from None


def _refuse_repeated(numbers: Iterable[int]) -> None:
    seen: set[int] = set()
    for number in numbers:
        if number in seen:
            raise Refusal(f"{PAPERS}: two claims have the number {number}")
        seen.add(number)
