"""Relations between the settings of a corpus, a line for each that fails."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from pathlib import Path

from pipeline.config.complaints import shown
from pipeline.config.corpus import CORPUS_SPLITS, PACKAGED, Corpus, format_of
from pipeline.config.folders import RESERVED
from pipeline.config.nearest import suggestion
from pipeline.plural import so_many


def corpus_complaints(corpus: Corpus, workspace: Path = Path()) -> Iterator[str]:
    """Yield one line for each relation between settings of ``corpus`` that does not hold."""
    languages = {corpus.source_language, corpus.target_language}
    if len(languages) == 1:
        yield (
            f'corpus.target_language: "{corpus.target_language}" is the source language too; '
            f"allowed: another language"
        )
    yield from _folder(corpus, workspace)
    if corpus.source == "packages":
        yield from _packaged(corpus, languages)
    else:
        yield from _named(corpus)
        own = {"files": _files, "hub": _hub, "synthetic": _synthetic}
        yield from own[corpus.source](corpus)


def _packaged(corpus: Corpus, languages: set[str]) -> Iterator[str]:
    if corpus.name not in PACKAGED:
        yield f"corpus.name: {shown(corpus.name)} is no corpus; {suggestion(corpus.name, PACKAGED)}"
    elif len(languages) == 2 and languages != set(PACKAGED[corpus.name]):
        yield (
            f'corpus.source_language: "{corpus.source_language}" to "{corpus.target_language}" is '
            f"not in {corpus.name}; allowed: {' and '.join(PACKAGED[corpus.name])}"
        )


def _synthetic(corpus: Corpus) -> Iterator[str]:
    synthetic, split = corpus.synthetic, corpus.split
    if synthetic.shortest > synthetic.longest:
        yield (
            f"corpus.synthetic.shortest: {synthetic.shortest} is above corpus.synthetic.longest; "
            f"allowed: at most {synthetic.longest:,}"
        )
    held_out = split.validation_pairs + split.test_pairs
    if held_out >= synthetic.pairs:
        yield (
            f"corpus.synthetic.pairs: {synthetic.pairs} leaves none to train on beside "
            f"{split.validation_pairs:,} for validation and {split.test_pairs:,} for test; "
            f"allowed: more than {held_out:,}"
        )


def _folder(corpus: Corpus, workspace: Path) -> Iterator[str]:
    folder = corpus.folder
    if why := _outside(folder):
        yield (
            f"corpus.folder: {shown(folder)} {why}; allowed: a folder in the workspace, such as "
            f"corpora"
        )
    elif folder.split("/")[0].lower() in RESERVED:
        yield (
            f"corpus.folder: {shown(folder)} lies in a folder with another purpose; "
            f"allowed: any but {', '.join(RESERVED)}"
        )
    elif not (workspace / folder).is_dir():
        # Whatever the source is: DVC watches the folder, and starts nothing where it is missing.
        yield f"corpus.folder: {shown(folder)} is no folder here; allowed: a folder that exists"


def _outside(path: str) -> str:
    """Why ``path`` does not lie below the folder that it is relative to; empty where it does."""
    parts = path.split("/")
    if any(unicodedata.category(letter)[0] == "C" for letter in path):
        return "has invisible characters"
    if path.startswith(("/", "~")) or "\\" in path or ":" in parts[0]:
        return "is no relative path with `/` between its parts"
    if any(part in ("", ".", "..") for part in parts):
        return "has an empty part, `.` or `..` in it"
    return "" if not parts[0].startswith(".") else "is hidden"


def _named(corpus: Corpus) -> Iterator[str]:
    """A packaged corpus's name would bring its own rules of cleaning, which belong to no other."""
    if corpus.name in PACKAGED:
        yield (
            f"corpus.name: {shown(corpus.name)} is a packaged corpus, but corpus.source is "
            f"{corpus.source}; allowed: a name of your own for what is read or made"
        )
    elif not corpus.name.strip():
        yield f"corpus.name: {shown(corpus.name)} is no name; allowed: text for the report"


def _files(corpus: Corpus) -> Iterator[str]:
    files = corpus.files
    if files.train is None:
        yield (
            "corpus.files.train: null gives nothing to train on; allowed: a list of two text "
            "files, or of one file with both columns"
        )
    seen: dict[str, str] = {}
    formats: set[str] = set()
    for split in CORPUS_SPLITS:
        names = getattr(files, split) or ()
        where = f"corpus.files.{split}"
        for place, name in enumerate(names):
            if why := _outside(name):
                yield f"{where}[{place}]: {shown(name)} {why}; allowed: a file in corpus.folder"
            elif name in seen:
                yield (
                    f"{where}[{place}]: {shown(name)} is {seen[name]} too; allowed: each file once"
                )
            seen.setdefault(name, f"{where}[{place}]")
        kinds = {format_of(name) if files.format == "auto" else files.format for name in names}
        formats |= kinds
        wanted = 2 if kinds == {"text"} else 1
        if names and len(kinds) > 1:
            mixed = " and ".join(sorted(kinds))
            yield f"{where}: {shown(names)} mixes {mixed}; allowed: one format"
        elif names and len(names) != wanted:
            yield (
                f"{where}: {shown(names)} is {so_many(len(names), f'{kinds.pop()} file')}; "
                "allowed: two text files, or one tsv, csv or jsonl file"
            )
    yield from _columns(corpus, formats)


def _columns(corpus: Corpus, formats: set[str]) -> Iterator[str]:
    files = corpus.files
    columns = {"source": files.source_column, "target": files.target_column}
    if formats - {"text"} and len(set(columns.values())) == 1:
        yield (
            f"corpus.files.target_column: {shown(files.target_column)} is the source's column too; "
            "allowed: another column"
        )
        return
    for side, column in columns.items():
        if "jsonl" in formats and not isinstance(column, str):
            yield f"corpus.files.{side}_column: {column} is no key of JSON lines; allowed: a name"
        elif (
            formats & {"tsv", "tsv-quoted", "csv"} and not files.header and isinstance(column, str)
        ):
            yield (
                f"corpus.files.{side}_column: {shown(column)} is a name, but corpus.files.header "
                "is false; allowed: the column's place, counted from 1"
            )


def _hub(corpus: Corpus) -> Iterator[str]:
    hub = corpus.hub
    local = hub.dataset.startswith("./")
    if local and (why := _outside(hub.dataset[2:])):
        yield (
            f"corpus.hub.dataset: {shown(hub.dataset)} {why}; allowed: ./ and a folder in "
            "corpus.folder"
        )
    elif not local and not (
        hub.dataset.count("/") == 1 and all(_plain(part) for part in hub.dataset.split("/"))
    ):
        yield (
            f"corpus.hub.dataset: {shown(hub.dataset)} is no name on the hub; allowed: a name such "
            "as wmt/wmt14, or ./ and a folder in corpus.folder"
        )
    if hub.source_column == hub.target_column:
        yield (
            f"corpus.hub.target_column: {shown(hub.target_column)} is the source's column too; "
            "allowed: another column"
        )
    seen: set[str] = set()
    for split in CORPUS_SPLITS:
        name = getattr(hub, split)
        if name is not None and (name in seen or not name.strip()):
            yield (
                f"corpus.hub.{split}: {shown(name)} is no split of its own; allowed: a split that "
                "serves for nothing else"
            )
        seen.add(name)


def _plain(part: str) -> bool:
    """Whether a part of a dataset's name is one that the hub allows."""
    return part.isascii() and part.translate({ord(mark): None for mark in "-._"}).isalnum()
