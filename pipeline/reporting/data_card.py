"""The data card: every count of the corpus, where it comes from, what is wrong with it."""

from __future__ import annotations

from pipeline.plural import so_many
from pipeline.reporting.document import (
    Block,
    Bullets,
    Document,
    Link,
    Listing,
    Paragraph,
    Section,
    TableBlock,
)
from pipeline.reporting.inputs import Inputs
from pipeline.reporting.own_corpus import file_table, own_corpus_sections
from pipeline.reporting.remarks import REMARKS
from pipeline.reporting.sections.corpus import SIDES, SPLITS, kept_table, language, length_table
from pipeline.reporting.table import Column, Table, Value
from pipeline.reporting.unit import units_note


def data_card(inputs: Inputs) -> Document:
    """The document; its tables are numbers of the tokenize stage, none computed anew."""
    name = inputs.statistics["corpus"]["name"]
    languages = " to ".join(language(inputs, side) for side in SIDES)
    return Document(
        f"Data card: {name}",
        (f"{name}, {languages}. Part of ", Link("the report", "report.md"), "."),
        inputs.settings.report.note,
        (
            _origin(inputs),
            _pairs(inputs),
            _cleaning(inputs),
            *own_corpus_sections(inputs.statistics["corpus"]),
            *_links(inputs),
            _splits(inputs),
            _tokenizer(inputs),
            _lengths(inputs),
            _blemishes(inputs),
        ),
    )


def _table(
    name: str, title: str, heads: tuple[str, ...], rows: list, digits: int = 1
) -> TableBlock:
    """A table that is shown here alone; its numbers are in results.json."""
    columns = tuple(Column(head, head, digits) for head in heads)
    return TableBlock(Table(name, title, columns, rows), filed=False)


def _origin(inputs: Inputs) -> Section:
    origin = inputs.statistics["corpus"]
    texts = [(name, text["title"], text["licence"]) for name, text in origin["texts"].items()]
    blocks: list[Block] = [_table("texts", "Texts", ("Side", "Title", "Licence"), texts)]
    if origin.get("attributions"):
        blocks.append(Bullets(tuple((said,) for said in origin["attributions"])))
    if origin.get("wheels"):
        heads = ("name", "version", "member", "sha256")
        rows = [tuple(wheel[key] for key in heads) for wheel in origin["wheels"]]
        title = "Files, checked by their hash; nothing but the named members is read"
        blocks.append(_table("wheels", title, ("Wheel", "Version", "Member", "SHA-256"), rows))
    if origin.get("files"):
        blocks.append(file_table(origin))
    if "settings" in origin:
        rows = [(key, str(value)) for key, value in origin["settings"].items()]
        title = "Read with" if origin.get("source") == "hub" else "Generated with"
        blocks.append(_table("generated", title, ("Setting", "Value"), rows))
    if "joined_on" in origin:
        blocks.append(Paragraph((f"Joined on: {origin['joined_on']}.",)))
    return Section("origin", "Where it comes from", tuple(blocks))


def _pairs(inputs: Inputs) -> Section:
    origin = inputs.statistics["corpus"]
    counts = [(key.replace("_", " "), value) for key, value in origin["counts"].items()]
    blocks: list[Block] = [
        _table("counts", "Sentences downloaded", ("What", "Count"), counts),
        TableBlock(kept_table(inputs)),
    ]
    for side in SIDES:
        if lone := origin.get(f"only_in_{side}"):
            title = f"Only in the {side}: {so_many(len(lone), 'sentence')}"
            blocks.append(Listing(title, "\n".join(lone)))
    return Section("pairs", "Pairs kept and dropped", tuple(blocks))


def _cleaning(inputs: Inputs) -> Section:
    general = (
        "Every text is composed (NFC), freed of invisible characters, single-spaced, and its "
        "typographic apostrophes are made plain. References are the cleaned text, never through "
        f"the vocabulary.{_joiners(inputs)}"
    )
    changed = inputs.statistics["changed_in_cleaning"]
    blocks: list[Block] = [Paragraph((general,))]
    if changed:
        rows = [(name, one["sentences"], one["what"]) for name, one in changed.items()]
        heads = ("Blemish", "Sentences", "What was done")
        blocks.append(_table("cleaning", "Blemishes of this corpus, mended", heads, rows))
    return Section("cleaning", "Cleaning", tuple(blocks))


def _joiners(inputs: Inputs) -> str:
    """What became of the zero-width joiners; nothing where there are none."""
    counts = inputs.statistics["joiners"]
    if not any(counts.values()):
        return ""
    return (
        " Of the zero-width joiners and non-joiners, kept because they join or keep apart letters "
        f"or parts of an emoji: {counts['kept']:,}; removed: {counts['removed']:,}."
    )


def _links(inputs: Inputs) -> tuple[Section, ...]:
    """The links that the corpus brings, from its file to the splits; no section without any."""
    told = inputs.statistics["links"]
    splits = told["splits"]
    if not any(one["word_links"] for one in splits.values()):
        return ()
    origin = inputs.statistics["corpus"].get("links", {})
    counts = [(f"in the corpus: {key.replace('_', ' ')}", value) for key, value in origin.items()]
    if origin:
        counts += [
            (f"carried over to words: {key.replace('_', ' ')}", value)
            for key, value in told["projected"].items()
        ]
    rows = [(name, one["pairs_with_links"], one["word_links"]) for name, one in splits.items()]
    text = (
        "The corpus knows which words translate each other. Its links count its own tokens; they "
        "are carried over to the words that share a character with them."
        if origin
        else "The corpus knows which words translate each other, since it is generated."
    )
    blocks: list[Block] = [Paragraph((text,))]
    if counts:
        blocks.append(_table("links", "Links", ("What", "Count"), counts))
    heads = ("Split", "Pairs with links", "Links between words")
    blocks.append(_table("split_links", "Links in the splits", heads, rows))
    return (Section("links", "Word links", tuple(blocks)),)


def _splits(inputs: Inputs) -> Section:
    pairs, splits = inputs.statistics["pairs"], inputs.statistics["splits"]
    rows = [
        (name, pairs[name], pairs["groups"][name], splits[name]["sentences_with_unknown"])
        for name in SPLITS
    ]
    group = inputs.statistics["corpus"].get("group", "group")
    buckets = [(bucket["label"], bucket["sentences"]) for bucket in inputs.scores.buckets]
    overlap = list(inputs.statistics["overlap"].items())
    heads = ("Split", "Pairs", "Groups", "Pairs with an unknown word")
    text = (
        f"Whole groups are held out (here a group is: {group}), so that nothing of the same "
        "group as a test sentence is in training. The test set keeps every length; caps on length "
        "apply when a system's training pairs are chosen."
    )
    return Section(
        "splits",
        "Splits",
        (
            Paragraph((text,)),
            _table("splits", "Splits", heads, rows),
            _table("overlap", "What splits still share", ("What", "Pairs"), overlap),
            _table("buckets", "Test set by source words", ("Words", "Sentences"), buckets),
        ),
    )


def _tokenizer(inputs: Inputs) -> Section:
    tokenizer = inputs.statistics["tokenizer"]
    versions = ", ".join(f"{name} {version}" for name, version in tokenizer["versions"].items())
    rows = [
        (
            f"{side} ({language(inputs, side)})",
            tokenizer[side]["vocabulary_asked_for"],
            tokenizer[side]["vocabulary"],
            tokenizer[side]["distinct_training_words"],
        )
        for side in SIDES
    ]
    items = (
        (f"Kind: {tokenizer['kind']}, learned from {tokenizer['learned_from']}.",),
        (f"Words: {tokenizer['words']}.",),
        (f"Normalisation by the tokenizer: {tokenizer['normalisation']}.",),
        (f"Special symbols: {' '.join(tokenizer['special_symbols'])}.",),
        (f"Versions: {versions}.",),
    )
    heads = (
        "Side",
        "Vocabulary asked for",
        "Vocabulary, without special symbols",
        "Distinct words in training",
    )
    table = _table("vocabularies", "Vocabularies", heads, rows)
    return Section("tokenizer", "Tokenizer", (Bullets(items), table))


def _lengths(inputs: Inputs) -> Section:
    note = units_note(inputs)
    blocks = (
        *((Paragraph((note.strip(),)),) if note else ()),
        TableBlock(length_table(inputs)),
        _quantiles(inputs),
        _unknown(inputs),
        Paragraph(
            ("Sentences of every length, counted: ", Link("CSV", "tables/corpus_lengths.csv"), ".")
        ),
    )
    return Section("lengths", "Lengths and unknown words", blocks)


def _sides(inputs: Inputs) -> list[tuple[str, str, dict]]:
    """Every split and side with its statistics."""
    splits = inputs.statistics["splits"]
    return [(name, side, splits[name][side]) for name in SPLITS for side in SIDES]


def _quantiles(inputs: Inputs) -> TableBlock:
    rows: list[tuple[Value, ...]] = []
    for name, side, one in _sides(inputs):
        length = one["length"]
        quantiles = [float(value) for value in length["quantiles"].values()]
        spread = length["standard_deviation"]
        rows.append((name, side, spread, length["shortest"], *quantiles, length["longest"]))
    shares = [100 * float(share) for share in _sides(inputs)[0][2]["length"]["quantiles"]]
    ends = (*(f"{share:g}%" for share in shares), "Longest")
    heads = ("Split", "Side", "Standard deviation", "Shortest", *ends)
    return _table("quantiles", "Length in words: share of sentences not longer", heads, rows)


def _unknown(inputs: Inputs) -> TableBlock:
    rows = [
        (name, side, one["symbols"], one["unknown_symbols"], 100 * one["unknown_rate"])
        for name, side, one in _sides(inputs)
    ]
    heads = ("Split", "Side", "Symbols", "Unknown", "Unknown, %")
    return _table("unknown", "Unknown symbols (end of sentence apart)", heads, rows, digits=2)


def _blemishes(inputs: Inputs) -> Section:
    remarks = REMARKS.get(inputs.statistics["corpus"]["name"], ())
    if not remarks:
        text = "None is on record: nobody has written any down for this corpus."
        return Section("blemishes", "Known blemishes", (Paragraph((text,)),))
    items = tuple((remark,) for remark in remarks)
    return Section("blemishes", "Known blemishes", (Bullets(items),))
