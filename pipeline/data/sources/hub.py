"""The source ``hub``: a dataset of the Hugging Face hub, or a folder laid out like one.

No code of a dataset runs: the library has no loading scripts any more, and of the formats that it
reads only Parquet and JSON are let through (some others unpickle), before any data is fetched.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import islice
from pathlib import Path

from pipeline.config.corpus import CORPUS_SPLITS, Corpus, Hub
from pipeline.data.pairs import Pair
from pipeline.data.sources.column_file import text_of
from pipeline.data.sources.findings import Findings
from pipeline.data.sources.licence import stated_licence
from pipeline.data.sources.own import gathered
from pipeline.data.sources.parallel_text import Row
from pipeline.data.sources.quoting import one_line
from pipeline.refusal import Refusal

FORMATS = ("parquet", "json", "cache")
"""Readers of the library that are let through; ``cache``: the Arrow files that it made before."""
NESTED = "translation"


def read(corpus: Corpus, workspace: Path = Path()) -> tuple[Iterator[Pair], dict]:
    """Return the pairs of the dataset that ``corpus.hub`` names, and their provenance.

    The provenance is whole once the pairs were gone through. Refuses a dataset that cannot be
    reached or read, other formats, unknown configurations, splits and columns, and rows without
    text, each with what to do.
    """
    hub = corpus.hub
    folder = workspace / corpus.folder / hub.dataset[2:] if hub.dataset.startswith("./") else None
    with _explained(hub, folder):
        builder = _builder(hub, folder)
    parts = (
        (split, _rows(builder, hub, split, folder))
        for split in CORPUS_SPLITS
        if getattr(hub, split)
    )
    if folder is None:
        licence = one_line(builder.info.license or "see the dataset's page on the hub")
    else:
        licence = stated_licence(folder)
    texts = {
        side: {
            "title": f"{hub.dataset}, column {getattr(hub, f'{side}_column')}",
            "licence": licence,
        }
        for side in ("source", "target")
    }
    return gathered(corpus, parts, Findings(), texts, lambda: {"settings": hub.model_dump()})


def _builder(hub: Hub, folder: Path | None):
    """The library's reader of the dataset, which has not read any data yet."""
    os.environ.setdefault("HF_HUB_DISABLE_TELEMETRY", "1")  # read when the library is imported
    if folder is not None and not folder.is_dir():
        raise Refusal(
            f"corpus.hub.dataset: {folder} is no folder. ./ stands for corpus.folder; a dataset of "
            "the hub has no ./ before its name."
        )
    import datasets

    datasets.disable_progress_bars()
    # A local folder is read where it lies; the library makes a folder in its cache all the same,
    # which may be below a home that cannot be written to.
    with tempfile.TemporaryDirectory(prefix="datasets-") as unused:
        builder = datasets.load_dataset_builder(
            hub.dataset if folder is None else str(folder.resolve()),
            name=hub.configuration,
            revision=hub.revision if folder is None else None,
            cache_dir=None if folder is None else unused,
        )
    kind = type(builder).__module__.rsplit(".", 1)[-1]
    if kind not in FORMATS:
        raise Refusal(
            f"corpus.hub.dataset: {hub.dataset} is made of {kind} files; allowed: Parquet "
            "and JSON, which hold nothing but data. Look for a revision of it in Parquet (on the "
            "hub often refs/convert/parquet)."
        )
    return builder


def _rows(builder, hub: Hub, split: str, folder: Path | None) -> Iterator[Row]:
    name = getattr(hub, split)
    with _explained(hub, folder):
        # A local folder is read where it lies: the library's cache would only be a copy of it.
        if folder is not None or hub.streaming:
            rows = iter(builder.as_streaming_dataset(split=name))
        else:
            builder.download_and_prepare()
            rows = iter(builder.as_dataset(split=name))
    rows = islice(rows, hub.limit if split == "train" else None)
    number = 0
    while True:
        with _explained(hub, folder):
            row = next(rows, None)
        if row is None:
            return
        number += 1
        try:
            yield number, _text(row, hub.source_column), _text(row, hub.target_column)
        except ValueError as fault:
            said = one_line(fault, longest=800)
            raise Refusal(
                f"corpus.hub: {hub.dataset}, split {name}, row {number:,}: {said}."
            ) from None


def _text(row: dict, column: str) -> str:
    nested = row.get(NESTED)
    if column in row:
        return text_of(row[column], repr(column))
    if isinstance(nested, dict) and column in nested:
        return text_of(nested[column], f"{NESTED}.{column}")
    names = [name for name in row if name != NESTED or not isinstance(nested, dict)]
    names += [f"{name} (under {NESTED})" for name in nested] if isinstance(nested, dict) else []
    raise ValueError(
        f"there is no column {column!r}; the columns are {', '.join(names)[:300]}. Set "
        "corpus.hub.source_column and corpus.hub.target_column"
    )


@contextmanager
def _explained(hub: Hub, folder: Path | None) -> Iterator[None]:
    """Whatever the library raises, as one message: it has no common class for what went wrong."""
    try:
        yield
    except Refusal:
        raise
    except Exception as fault:
        raise Refusal(_why(fault, hub, folder)) from None


def _why(fault: Exception, hub: Hub, folder: Path | None) -> str:
    words = one_line(fault, longest=500)
    said = f"corpus.hub: {hub.dataset} cannot be read. {type(fault).__name__}: {words}."
    if folder is not None:
        return (
            f"{said} The folder must be laid out like a dataset of the hub, with Parquet or JSON "
            "files, and corpus.hub.configuration and the splits must be in it."
        )
    if isinstance(fault, PermissionError):
        return f"{said} Set HF_HOME to a folder that can be written to, with room for the dataset."
    if not _network(fault):
        return f"{said} Look at the dataset's page for its configurations, splits and files."
    cache = os.environ.get("HF_HOME", "~/.cache/huggingface")
    revision = f" --revision {hub.revision}" if hub.revision else ""
    local = hub.dataset.rsplit("/", 1)[-1]
    return (
        f"{said} Without a network, only what was loaded before lies in the library's cache "
        f"({cache}, set by HF_HOME). On a machine with a network run `hf download --repo-type "
        f"dataset {hub.dataset}{revision} --local-dir {local}`, copy the folder {local} into "
        f"corpus.folder here, and set corpus.hub.dataset to ./{local}."
    )


def _network(fault: BaseException | None) -> bool:
    """Whether a fault, or what it came from, is of the network (the library's classes differ)."""
    while fault is not None:
        name = type(fault).__name__
        if isinstance(fault, ConnectionError | TimeoutError) or any(
            part in name
            for part in ("Offline", "Connect", "Timeout", "Proxy", "LocalEntry", "Http")
        ):
            return True
        fault = fault.__cause__ or fault.__context__
    return False
