"""Writing the tokenized corpus; :mod:`pipeline.data.corpus` tells what is in it, and reads it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from pipeline.atomic import write_text, written_whole
from pipeline.data.corpus import VOCABULARY_FILE
from pipeline.data.tokenization import Row
from pipeline.data.vocabulary import Vocabularies


def _features():
    # Imported where used: `datasets` takes over a second to import.
    from datasets import Features, List, Value

    text, number = Value("string"), Value("int32")
    kinds = dict.fromkeys(Row._fields, List(number))
    kinds |= dict.fromkeys(("id", "group", "source_text", "target_text"), text)
    kinds |= dict.fromkeys(("source_words", "target_words"), List(text))
    return Features(kinds | {"alignment": List(List(number)), "has_unknown": Value("bool")})


def save_split(folder: Path, name: str, rows: Sequence[Row]) -> None:
    """Write one split; the same rows give the same bytes."""
    import pyarrow
    from datasets.arrow_writer import ArrowWriter

    features = _features()
    columns = [[getattr(one, field) for one in rows] for field in Row._fields]
    table = pyarrow.Table.from_arrays(
        [
            pyarrow.array(column, type=kind.type)
            for column, kind in zip(columns, features.arrow_schema, strict=True)
        ],
        schema=features.arrow_schema,
    )
    # No fingerprint, no cache: nothing that differs from run to run.
    with (
        written_whole(Path(folder) / f"{name}.arrow") as beside,
        ArrowWriter(path=str(beside), features=features) as writer,
    ):
        writer.write_table(table)
        writer.finalize()


def save_vocabularies(folder: Path, vocabularies: Vocabularies) -> None:
    """Write vocabulary.json: the kind, the languages, both sides' symbols in the order of ids."""
    content = {
        "kind": vocabularies.kind,
        "source_language": vocabularies.source_language,
        "target_language": vocabularies.target_language,
        "source": vocabularies.source.symbols,
        "target": vocabularies.target.symbols,
    }
    text = json.dumps(content, ensure_ascii=False, indent=0)
    write_text(Path(folder) / VOCABULARY_FILE, text + "\n")


def save_model(path: Path, model: bytes | None) -> None:
    """Write a sentencepiece model; where there is none, remove what an earlier run left."""
    if model is None:
        Path(path).unlink(missing_ok=True)
        return
    with written_whole(path) as beside:
        beside.write_bytes(model)
