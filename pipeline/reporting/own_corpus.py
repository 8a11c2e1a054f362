"""The data card on a user's own corpus: files, what was odd in them, which side is which."""

from __future__ import annotations

from pipeline.plural import so_many
from pipeline.reporting.document import Block, Listing, Paragraph, Section, TableBlock
from pipeline.reporting.table import Column, Table


def file_table(origin: dict) -> TableBlock:
    """The files that were read, with their size and hash."""
    rows = [(one["name"], one["bytes"], one["sha256"]) for one in origin["files"]]
    return _table("files", "Files, as they were read", ("File", "Bytes", "SHA-256"), rows)


def own_corpus_sections(origin: dict) -> tuple[Section, ...]:
    """What was found in the pairs, and a hint of the languages; nothing for a packaged corpus."""
    if "findings" not in origin:
        return ()
    found = [(one["what"], one["count"], one["handling"]) for one in origin["findings"]]
    heads = ("Found", "Count", "What becomes of it")
    blocks: list[Block] = (
        [_table("findings", "Counted while reading", heads, found)]
        if found
        else [Paragraph(("Nothing odd was found while reading.",))]
    )
    return (
        Section("findings", "What was found in the corpus", tuple(blocks)),
        Section("sides", "Which side is which", _sides(origin)),
    )


def _sides(origin: dict) -> tuple[Block, ...]:
    hints = origin["hints"]
    rows = [
        (f"{side} ({origin[f'{side}_language']})", script, 100 * share)
        for side, scripts in hints["scripts"].items()
        for script, share in scripts.items()
    ]
    warning = (
        "The commonest words of each language stand on the other side: source and target look "
        "swapped. "
        if hints["swapped"]
        else ""
    )
    text = (
        f"{warning}Nothing can know whether the columns are the right way round: compare the first "
        "pairs with the languages named here."
    )
    samples = "\n\n".join(
        f"{one['id']}\nsource: {one['source']}\ntarget: {one['target']}"
        for one in origin["samples"]
    )
    heads = ("Side", "Script", "Letters, %")
    title = f"Scripts of the first {so_many(hints['pairs'], 'pair')}"
    return (
        Paragraph((text,)),
        Listing("The first pairs", samples),
        _table("scripts", title, heads, rows),
    )


def _table(name: str, title: str, heads: tuple[str, ...], rows: list) -> TableBlock:
    columns = tuple(Column(head, head, 1) for head in heads)
    return TableBlock(Table(name, title, columns, rows), filed=False)
