"""Corpora of a user's own through real `dvc repro`s, to the report: given splits, odd scripts.

Every count of the data card, of results.json and of the report is compared with a count of the
files that is made here, in another way.
"""

from __future__ import annotations

import csv
import json
import random
import re
from pathlib import Path

import pytest
from data.unspaced_texts import pairs as chinese
from workspace import Workspace

TINY = Path(__file__).with_name("tiny.yaml")
Pairs = list[tuple[str, str]]
PERSIAN = "من تو او می\u200cروم خانه کتاب\u200cها آب نان شهر روز نمی\u200cدانم است".split()
ENGLISH = "I you he go house books water bread city day ignore is".split()
OWN = ("corpus.name=mine", "corpus.group_pairs=1", "report.title=A corpus of my own")


@pytest.fixture(scope="module")
def table(tmp_path_factory) -> tuple[Workspace, dict[str, Pairs]]:
    """A CSV file with quoted line ends and a given test file: English to Chinese, in subwords."""
    made = [(english, zh) for zh, english in chinese("zh", 300)]
    made[7] = (made[7][0].replace(" ", "\n", 2), made[7][1])
    made[8] = (f'he said, "{made[8][0]}"', made[8][1])
    made[9], made[10] = ("", made[9][1]), (made[10][0], " \u200b")
    made[240] = (made[240][0].replace(" ", "\n", 1), made[240][1])
    made[241] = ("<script>alert(1)</script> " + made[241][0], made[241][1])
    made[11] = made[242]
    parts = {"train": made[:240], "test": made[240:]}
    workspace = copied(tmp_path_factory, "a table")
    for name, some in parts.items():
        with open(
            workspace.folder / "corpora" / f"{name}.csv", "w", encoding="utf-8", newline=""
        ) as file:
            csv.writer(file).writerows([("source", "target"), *some])
    workspace.edit(
        *OWN,
        "corpus.source=files",
        "corpus.files.train=[train.csv]",
        "corpus.files.test=[test.csv]",
        "corpus.source_language=en",
        "corpus.target_language=zh",
        "tokenizer.kind=bpe",
        "tokenizer.source_vocabulary=60",
        "tokenizer.target_vocabulary=50",
    )
    return repro(workspace), parts


@pytest.fixture(scope="module")
def dataset(tmp_path_factory) -> tuple[Workspace, dict[str, Pairs]]:
    """A dataset in the hub's layout with all three splits: Persian to English."""
    draw = random.Random(5)
    made = []
    for _ in range(300):
        chosen = draw.choices(range(len(PERSIAN)), k=draw.randint(3, 9))
        sides = (" ".join(words[number] for number in chosen) for words in (PERSIAN, ENGLISH))
        made.append(tuple(sides))
    made[3] = made[250]
    parts = {"train": made[:220], "validation": made[220:240], "test": made[240:]}
    workspace = copied(tmp_path_factory, "a dataset")
    folder = workspace.folder / "corpora" / "mine"
    folder.mkdir()
    for name, some in parts.items():
        rows = (json.dumps({"translation": {"fa": fa, "en": en}}) for fa, en in some)
        (folder / f"{name}.jsonl").write_text("".join(f"{row}\n" for row in rows), "utf-8")
    (folder / "README.md").write_text("---\nlicense: cc-by-4.0\n---\n", "utf-8")
    workspace.edit(
        *OWN,
        "corpus.source=hub",
        "corpus.source_language=fa",
        "corpus.hub.dataset=./mine",
        "corpus.hub.source_column=fa",
        "tokenizer.source_vocabulary=12",
        "tokenizer.target_vocabulary=12",
    )
    return repro(workspace), parts


def copied(tmp_path_factory, name: str) -> Workspace:
    workspace = Workspace.copied(tmp_path_factory.mktemp("whole") / name)
    workspace.lay_over(TINY)
    return workspace


def repro(workspace: Workspace) -> Workspace:
    run = workspace.repro()
    assert run.code == 0, run.output
    assert workspace.connections() == []
    return workspace


def read(workspace: Workspace, name: str) -> str:
    return (workspace.folder / "reports" / name).read_text(encoding="utf-8")


def results(workspace: Workspace) -> dict:
    return json.loads(read(workspace, "results.json"))


def counted(workspace: Workspace, parts: dict[str, Pairs]) -> dict:
    """Hold every count to the pairs of the files; return the counts."""
    pairs = results(workspace)["corpus"]["pairs"]
    whole = [pair for some in parts.values() for pair in some]
    empty = sum(not all(side.strip(" \u200b") for side in pair) for pair in whole)
    assert pairs["downloaded"] == len(whole)
    assert pairs["dropped_in_cleaning"] == {"one side empty": empty}
    assert pairs["cleaned"] == len(whole) - empty
    assert pairs["test"] == len(parts["test"])
    given = parts.get("validation", [])
    repeats = sum(pair in {*parts["test"], *given} for pair in parts["train"])
    # A training pair may have been drawn for validation.
    assert repeats + sum(pair in parts["test"] for pair in given) == sum(
        count for why, count in pairs["dropped_in_splitting"].items() if "repeats" in why
    )
    splits = sum(pairs[name] for name in ("train", "validation", "test"))
    assert splits + sum(pairs["dropped_in_splitting"].values()) == pairs["cleaned"]
    steps = [
        *pairs["dropped_in_cleaning"].values(),
        pairs["cleaned"],
        *pairs["dropped_in_splitting"].values(),
        *(pairs[name] for name in ("train", "validation", "test")),
    ]
    for document in ("report.md", "data_card.md"):
        table = re.findall(
            r"(?m)^\| (?:downloaded|dropped|cleaned|kept: \w+) \| ([\d,]+) \|",
            read(workspace, document),
        )
        assert [int(number.replace(",", "")) for number in table] == [len(whole), *steps]
    scored = {one["sentences"] for one in results(workspace)["systems"].values()}
    assert scored == {len(parts["test"])}
    return pairs


def test_a_given_test_split_is_the_test_set_and_every_count_is_right(table):
    workspace, parts = table
    pairs = counted(workspace, parts)
    assert pairs["train"] + pairs["validation"] == 240 - 2 - 1
    card = read(workspace, "data_card.md")
    assert "| fields with line ends | 2 | kept, each line end as a space |" in card
    assert "| pairs in test | 60 |" in card


def test_a_script_without_spaces_is_shown_in_its_pieces(table):
    """A system hardly trained writes little but full stops: each is a piece."""
    workspace, _ = table
    assert "The target (Han) is written without spaces" in read(workspace, "report.md")
    source, target = (
        results(workspace)["corpus"]["splits"]["test"][side]["length"]["mean"]
        for side in ("source", "target")
    )
    assert 0.5 < target / source < 2
    table = csv.DictReader(read(workspace, "tables/alignment_1.csv").splitlines())
    words = {row["target_position"]: row["target_word"] for row in table}
    assert len(words) > 2
    assert max(len(word) for word in words.values() if word != "<end>") <= 8, words


def test_a_hostile_sentence_is_shown_and_not_run(table):
    page = read(table[0], "report.html")
    assert "<script>alert" not in page
    assert "A corpus of my own" in page


def test_a_dataset_with_all_its_splits_is_counted_and_named(dataset):
    workspace, parts = dataset
    pairs = counted(workspace, parts)
    assert (pairs["train"], pairs["validation"]) == (219 - repeats_of(parts), 20)
    card = read(workspace, "data_card.md")
    assert "mine, fa to en." in card
    assert "| source | ./mine, column fa | cc-by-4.0 |" in card
    assert "sentences with right-to-left script | 300 |" in card
    joiners = sum(text.count("\u200c") for some in parts.values() for text, _ in some)
    assert f"parts of an emoji: {joiners:,}; removed: 0." in card
    assert results(workspace)["corpus"]["joiners"] == {"kept": joiners, "removed": 0}


def repeats_of(parts: dict[str, Pairs]) -> int:
    """Training pairs that are held out, but for the one that was put there."""
    held_out = {*parts["test"], *parts["validation"]}
    return sum(pair in held_out for pair in parts["train"]) - 1


def test_right_to_left_text_stands_as_it_should(dataset):
    page = read(dataset[0], "report.html")
    assert 'dir="auto">' in page
    assert re.search(r'<(td|dd)[^>]* dir="auto"[^>]*>[^<]*می\u200cروم', page)


def test_links_are_called_silver_where_a_program_made_them(dataset):
    assert results(dataset[0])["reference_alignment"]["kind"] == "silver"
