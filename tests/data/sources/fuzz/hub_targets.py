"""Targets: datasets in the hub's layout, read by the library, in Parquet and in JSON."""

from __future__ import annotations

import io
import json
import shutil
from pathlib import Path
from random import Random

import pyarrow
from pyarrow import parquet

from data.sources.corpora import read, write
from data.sources.fuzz import oracles
from data.sources.fuzz.file_targets import _rows
from data.sources.fuzz.judging import judge
from data.sources.fuzz.mutations import mutated


def hub_json(random: Random) -> None:
    """JSON lines, flat or under ``translation``."""
    nested = random.random() < 0.5
    rows = [{"de": one, "en": other} for one, other in _rows(random, "\0")]
    records = [{"translation": row} if nested else {**row, "id": 7} for row in rows]
    good = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records).encode()
    content = good if random.random() < 0.1 else mutated(good, random)

    def expected() -> list[tuple[str, str]]:
        texts = []
        try:
            text = content.decode("utf-8")
            # The library reads values one after another, whatever white space is between them.
            values, place = [], 0
            while text[place:].strip():
                place += len(text[place:]) - len(text[place:].lstrip())
                value, place = json.JSONDecoder().raw_decode(text, place)
                values.append(value)
            if len(values) == 1 and isinstance(values[0], list):
                values = values[0]  # a whole file may be one list of records, too
            for record in values:
                row = record if "de" in record or "en" in record else record["translation"]
                texts.append((row["de"], row["en"]))
        except (ValueError, KeyError, TypeError):
            raise oracles.Wrong from None
        if not all(isinstance(text, str) for pair in texts for text in pair):
            raise oracles.Wrong
        return texts

    _judge("train.jsonl", content, expected, untouched=content == good)


def hub_parquet(random: Random) -> None:
    """Parquet: no oracle but the format's own library can say what a mutated file holds."""
    nested = random.random() < 0.5
    rows = [{"de": one, "en": other} for one, other in _rows(random, "\0")]
    columns = {"translation": rows} if nested else {
        name: [row[name] for row in rows] for name in ("de", "en")
    }  # fmt: skip
    packed = io.BytesIO()
    compression = random.choice(("none", "snappy", "gzip", "zstd"))
    parquet.write_table(pyarrow.table(columns), packed, compression=compression, row_group_size=5)
    good = packed.getvalue()
    content = good if random.random() < 0.1 else mutated(good, random)

    def expected() -> list[tuple[str, str]]:
        try:
            records = parquet.read_table(io.BytesIO(content)).to_pylist()
        except (pyarrow.ArrowException, OSError, ValueError):
            raise oracles.Wrong from None
        found = [record.get("translation") or record for record in records]
        return [(row.get("de"), row.get("en")) for row in found]

    _judge("train.parquet", content, expected, untouched=content == good)


def _judge(name: str, content: bytes, expected, *, untouched: bool) -> None:
    shutil.rmtree(Path("corpora/mutated"), ignore_errors=True)
    write(f"mutated/{name}", content)
    judge(
        lambda: read("hub", dataset="./mutated", validation=None, test=None).texts,
        expected,
        ["./mutated"],
        untouched=untouched,
        by_line=False,
    )
