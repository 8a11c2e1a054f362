"""Wrong settings, one at a time in the committed params.yaml: each gives exactly one clear line."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path

import pytest

from pipeline.config.load import checked
from pipeline.config.params import Params
from pipeline.config.read import read_params
from pipeline.config.relations import broken_relations
from pipeline.refusal import Refusal

COMMITTED = read_params(Path(__file__).parents[2] / "params.yaml")
MISSING = object()
SEARCH = "systems.search-50"
ENCDEC = "systems.encdec-50"

WRONG = [
    # A typo in a name, a name that is no setting, and a setting left out
    ("training.learnin_rate", 1, "no such setting; did you mean learning_rate?"),
    ("decoding.colour", "red", "no such setting; allowed: beam, length_normalisation, "),
    ("trainin", {}, "no such setting; did you mean training?"),
    ("report.captions.alignment", "", "no such setting; did you mean alignments?"),
    (f"{SEARCH}.atention", "dot", "no such setting; did you mean attention?"),
    ("training.decay", MISSING, "missing; allowed: linear or none"),
    ("corpus.split.seed", MISSING, "missing; allowed: a whole number from 0 to 2,147,483,647"),
    (f"{SEARCH}.cell", MISSING, "missing; allowed: gru or lstm"),
    ("tokenizer", MISSING, "missing; allowed: a section with the keys kind, source_vocabulary, "),
    # The wrong type
    ("training.learning_rate", "1e-3", '"1e-3" is not allowed; allowed: a number above 0 and up '),
    ("training.target_tokens", 2.5e6, "2500000.0 is not allowed; allowed: a whole number"),
    ("training.batch_tokens", True, "true is not allowed; allowed: a whole number"),
    ("training.precision", 32, '32 is not allowed; allowed: "32" or bf16'),
    ("training.threads", "all", '"all" is not allowed; allowed: a whole number of at least 1 or '),
    ("training.devices", 0, "0 is not allowed; allowed: a whole number of at least 1"),
    ("training.devices", "auto", '"auto" is not allowed; allowed: a whole number of at least 1'),
    ("training.nodes", 1.5, "1.5 is not allowed; allowed: a whole number of at least 1"),
    ("training", None, "null is not allowed; allowed: a section with the keys target_tokens, "),
    ("decoding.replace_unknown", 1, "1 is not allowed; allowed: true or false"),
    ("decoding.beam", None, "null is not allowed; allowed: a whole number from 1 to 100"),
    ("report.title", 3, "3 is not allowed; allowed: text"),
    ("report.folder", None, "null is not allowed; allowed: text"),
    ("experiment.seeds", 1, "1 is not allowed; allowed: a list of at least 1, each a whole "),
    ("experiment.systems", [], "[] is not allowed; allowed: a list of at least 1"),
    ("systems", {}, "{} is not allowed; allowed: a section of named entries"),
    # Out of range, or none of the choices
    ("training.learning_rate", 0, "0 is not allowed; allowed: a number above 0 and up to 10"),
    ("training.warmup", 1.0, "1.0 is not allowed; allowed: a number of at least 0 and below 1"),
    ("training.clip_norm", float("nan"), "NaN is not allowed; allowed: a number above 0"),
    ("training.clip_norm", float("inf"), "Infinity is not allowed; allowed: a number above 0"),
    ("training.optimizer", "sgd", '"sgd" is not allowed; allowed: adam or adadelta'),
    ("decoding.beam", 0, "0 is not allowed; allowed: a whole number from 1 to 100"),
    ("alignment.aligner", "giza", '"giza" is not allowed; allowed: eflomal or hmm'),
    ("alignment.samplers", 0, "0 is not allowed; allowed: a whole number of at least 1"),
    ("corpus.source_language", "German", "allowed: a language code of two or three letters"),
    ("tokenizer.source_vocabulary", 1, "allowed: a whole number from 2 to 200,000"),
    ("evaluation.bootstrap_samples", 10, "allowed: a whole number from 100 to 100,000"),
    (f"{SEARCH}.dropout", 1, "1 is not allowed; allowed: a number of at least 0 and below 1"),
    (f"{SEARCH}.attention", "addtive", "allowed: none, additive, dot, general, concat, "),
    (f"{SEARCH}.layers", 5, "5 is not allowed; allowed: a whole number from 1 to 4"),
    (f"{SEARCH}.output_bias", "log", '"log" is not allowed; allowed: unigram or zero'),
    ("systems.dot-50.alignment_shift", 2, "2 is not allowed; allowed: a whole number from 0 to 1"),
    ("systems.dot-50.alignment_shift", True, "true is not allowed; allowed: a whole number fr"),
    # Relations between settings
    ("training.epoch_tokens", 9_000_000, "9000000 is above training.target_tokens; allowed: at "),
    ("corpus.target_language", "de", '"de" is the source language too; allowed: another'),
    ("corpus.name", "bible-de-fr", '"bible-de-fr" is no corpus; did you mean bible-de-en?'),
    ("corpus.folder", "../out", '"../out" has an empty part, `.` or `..` in it; allowed: a folder'),
    ("corpus.folder", "/tmp", '"/tmp" is no relative path with `/` between its parts; allowed: a '),
    ("corpus.folder", "data/mine", '"data/mine" lies in a folder with another purpose; allowed: '),
    ("corpus.group_pairs", 0, "0 is not allowed; allowed: a whole number of at least 1"),
    ("corpus.files.train", [], "[] is not allowed; allowed: a list of at least 1, each text or n"),
    ("corpus.files.train", "a.tsv", '"a.tsv" is not allowed; allowed: a list of at least 1, each'),
    ("corpus.files.format", "xml", "allowed: auto, text, tsv, tsv-quoted, csv or jsonl"),
    ("corpus.files.source_column", 0, "0 is not allowed; allowed: a whole number of at least 1"),
    ("corpus.files.header", "yes", '"yes" is not allowed; allowed: true or false'),
    ("corpus.hub.limit", 0, "0 is not allowed; allowed: a whole number of at least 1 or null"),
    ("corpus.hub.train", None, "null is not allowed; allowed: text"),
    ("corpus.hub.dataste", "x/y", "no such setting; did you mean dataset?"),
    ("evaluation.length_edges", [10, 10], "[10, 10] does not rise; allowed: each above the one"),
    ("probes.shortest", 60, "60 is above probes.longest; allowed: at most 50"),
    ("probes.joined_factors", [2, 1], "[2, 1] does not rise; allowed: each above the one"),
    ("probes.erase_by", "nothing", "allowed: unknown, zero or mean"),
    ("report.alignment_system", "encdec-50", '"encdec-50" has no attention to show; allowed: se'),
    ("report.alignment_system", "search", '"search" is not under systems; did you mean search-'),
    ("report.folder", "pipeline", '"pipeline" lies in a folder with another purpose; allowed: '),
    ("report.folder", "Data/x", '"Data/x" lies in a folder with another purpose; allowed: any '),
    ("report.folder", "params.yaml", '"params.yaml" is a file; allowed: a folder'),
    ("report.folder", "dvc.yaml/x", '"dvc.yaml/x" is a file; allowed: a folder'),
    # Combinations that make no sense in a system
    (f"{ENCDEC}.input_feeding", True, "attention: none has no attentional vector to feed back"),
    (f"{SEARCH}.input_feeding", True, "in Bahdanau's order the context enters the next state"),
    (f"{SEARCH}.attention_scale", True, "only scores made of products are scaled"),
    (f"{ENCDEC}.attention_over", "embeddings", "attention: none looks at nothing; allowed: sta"),
    (f"{SEARCH}.attention_heads", 4, "only attention: multi-head has several heads; allowed: 1"),
    (f"{ENCDEC}.window", "monotonic", "attention: none has no weights to keep inside a window"),
    (f"{SEARCH}.window_renormalise", True, "only window: predictive multiplies weights"),
    (f"{SEARCH}.attention", "dot", "a dot product needs two vectors of one size"),
    (f"{SEARCH}.initial_state", "pass", "the encoder's last state is handed over as it is"),
    (f"{SEARCH}.context", "initial", "attention makes a context at every step"),
    (f"{SEARCH}.readout", "attentional", "in Bahdanau's order the state that is read out has not"),
    ("systems.dot-50.readout", "state", "the state alone would leave the attention's context out"),
    ("systems.location-50.window", "monotonic", "a location score knows its first"),
    ("systems.seq2seq-50.readout_size", 80, "readout: state is the decoder's state itself"),
    (f"{ENCDEC}.alignment_shift", 1, "attention: none has no alignments to read; allowed: 0"),
    (f"{SEARCH}.alignment_shift", 1, "in Bahdanau's order the state that attends has not read"),
    ("systems.qkv-50.attention_scale", False, "multi-head attention is always scaled"),
    ("systems.qkv-50.window", "monotonic", "the papers' windows belong to a single head"),
    ("systems.transformer-50.attention", "dot", "a Transformer attends in several heads"),
    ("systems.transformer-50.attention_heads", 3, "the heads of a Transformer share embedding"),
    ("systems.transformer-50.input_feeding", True, "a Transformer has no recurrence to feed"),
    ("systems.transformer-50.window", "monotonic", "a Transformer attends to every position"),
    ("systems.transformer-50.attention_over", "embeddings", "a Transformer's decoder attends"),
]
FOLDERS = ["", ".", "..", "../out", "/tmp/x", "a//b", "a/", "a/../b", ".git", "~", "a b", "C:\\x"]


def edited(*changes: tuple[str, object]) -> dict:
    """The committed settings with some values replaced, added or (MISSING) left out."""
    content = deepcopy(COMMITTED)
    for path, value in changes:
        *sections, key = path.split(".")
        section = content
        for name in sections:
            section = section[name]
        if value is MISSING:
            del section[key]
        else:
            section[key] = value
    return content


def lines(content: dict) -> list[str]:
    """What the check says of these settings, a line for each wrong one."""
    try:
        params = checked("", Params, content)
    except Refusal as refusal:
        text = str(refusal)
        return text.split("\n  ")[1:] or [text.removeprefix("params.yaml: ")]
    return broken_relations(params, Path(__file__).parents[2])


def test_committed_settings_are_right():
    assert lines(COMMITTED) == []


@pytest.mark.parametrize(("path", "value", "said"), WRONG, ids=[case[0] for case in WRONG])
def test_wrong_setting_gives_one_clear_line(path, value, said):
    found = lines(edited((path, value)))
    assert len(found) == 1, found
    assert found[0].startswith(f"{path}: "), found[0]
    assert said in found[0]
    assert "\n" not in found[0]


@pytest.mark.parametrize("folder", FOLDERS)
def test_report_folder_stays_in_the_workspace(folder):
    (line,) = lines(edited(("report.folder", folder)))
    assert line.startswith("report.folder: ")
    assert "allowed: a folder in the workspace, such as reports" in line


@pytest.mark.parametrize("folder", ["reports", "reports/second", "out_2", "a.b/c-d"])
def test_plain_report_folder_is_allowed(folder):
    assert lines(edited(("report.folder", folder))) == []


def test_every_wrong_item_of_a_list_is_named_by_its_place():
    found = lines(edited(("experiment.seeds", [1, -1, "x"])))
    assert [line.split(":")[0] for line in found] == ["experiment.seeds[1]", "experiment.seeds[2]"]


def test_unknown_and_repeated_systems_and_seeds():
    content = edited(
        ("experiment.systems", ["serch-50", "encdec-30", "encdec-30"]), ("experiment.seeds", [2, 2])
    )
    assert lines(content) == [
        'experiment.systems[0]: "serch-50" is not under systems; did you mean search-50?',
        'experiment.systems: "encdec-30" stands 2 times; allowed: once',
        "experiment.seeds: 2 stands 2 times; allowed: once",
    ]


def test_a_misspelt_name_hides_the_complaint_that_the_right_one_is_missing():
    content = edited(("training.warmupp", 0.1), ("training.warmup", MISSING))
    assert lines(content) == ["training.warmupp: no such setting; did you mean warmup?"]


def test_wrong_name_of_a_system():
    content = edited(("systems.Search,50", COMMITTED["systems"]["search-50"]))
    assert lines(content) == [
        "systems.Search,50: this name is not allowed; "
        "allowed: a name of lower-case letters, digits and single dashes"
    ]


def test_heads_share_the_attention_evenly():
    multi_head = [(f"{SEARCH}.attention", "multi-head"), (f"{SEARCH}.attention_scale", True)]
    assert lines(edited(*multi_head, (f"{SEARCH}.attention_heads", 8))) == []
    (line,) = lines(edited(*multi_head, (f"{SEARCH}.attention_heads", 7)))
    assert line.startswith(f"{SEARCH}.attention_heads: 7 makes no sense here: the heads share")


def test_the_message_names_what_must_change_with_the_edit():
    (line,) = lines(edited((f"{SEARCH}.attention_over", "embeddings")))
    assert line.startswith(f"{SEARCH}.encoder: ")
    assert "the forward reader would be idle" in line
    (line,) = lines(edited(("systems.search-dot-50.encoder_hidden", 120)))
    assert line.startswith("systems.search-dot-50.attention: ")
    assert "240 and 160" in line


def test_synthetic_corpus_must_leave_training_pairs_and_have_rising_lengths():
    synthetic = ("corpus.source", "synthetic")
    assert lines(edited(synthetic)) == []
    (line,) = lines(edited(synthetic, ("corpus.synthetic.pairs", 2000)))
    assert line.startswith("corpus.synthetic.pairs: 2000 leaves none to train on")
    (line,) = lines(edited(synthetic, ("corpus.synthetic.shortest", 21)))
    assert line == (
        "corpus.synthetic.shortest: 21 is above corpus.synthetic.longest; allowed: at most 20"
    )


FILES = [
    ("train", None, "train: null gives nothing to train on; allowed: a list of two text files"),
    ("train", ["a.txt"], 'train: ["a.txt"] is 1 of text; allowed: two text files, or one tsv'),
    ("train", ["a.tsv", "b.tsv"], "is 2 of tsv; allowed: two text files, or one tsv, csv or jso"),
    ("train", ["a.de", "b.csv.gz"], "mixes csv and text; allowed: one format"),
    ("train", ["../a.de", "a.en"], 'train[0]: "../a.de" has an empty part, `.` or `..` in it'),
    ("train", ["a.de", "/a.en"], 'train[1]: "/a.en" is no relative path'),
    ("train", ["a.de", "a.de"], 'train[1]: "a.de" is corpus.files.train[0] too; allowed: each'),
    ("test", ["p.tsv"], 'test[0]: "p.tsv" is corpus.files.train[0] too; allowed: each file once'),
    ("target_column", "source", 'target_column: "source" is the source\'s column too; allowed: '),
]


@pytest.mark.parametrize(("key", "value", "said"), FILES, ids=[case[2] for case in FILES])
def test_files_that_make_no_corpus(key, value, said):
    content = edited(
        ("corpus.source", "files"),
        ("corpus.name", "mine"),
        ("corpus.files.train", ["p.tsv"]),
        (f"corpus.files.{key}", value),
    )
    (line,) = lines(content)
    assert line.startswith("corpus.files.")
    assert said in line


def test_columns_go_with_the_format():
    own = [("corpus.source", "files"), ("corpus.name", "mine")]
    table = [*own, ("corpus.files.train", ["p.csv"])]
    assert lines(edited(*table)) == []
    found = lines(edited(*table, ("corpus.files.header", False)))
    assert [line.split(":")[0] for line in found] == [
        "corpus.files.source_column",
        "corpus.files.target_column",
    ]
    keys = [*own, ("corpus.files.train", ["p.jsonl"]), ("corpus.files.source_column", 1)]
    (line,) = lines(edited(*keys))
    assert line == "corpus.files.source_column: 1 is no key of JSON lines; allowed: a name"


@pytest.mark.parametrize("source", ["files", "hub"])
def test_a_corpus_of_ones_own_has_a_name_and_a_folder_of_its_own(source):
    own = [("corpus.source", source), ("corpus.files.train", ["a.de", "a.en"])]
    (line,) = lines(edited(*own))
    assert line.startswith('corpus.name: "bible-de-en" is a packaged corpus, but corpus.source is')
    (line,) = lines(edited(*own, ("corpus.name", " ")))
    assert line == 'corpus.name: " " is no name; allowed: text for the report'
    (line,) = lines(edited(*own, ("corpus.name", "x"), ("corpus.folder", "nowhere")))
    assert line.startswith('corpus.folder: "nowhere" is no folder here; allowed: a folder that e')


HUB = [
    ("dataset", "json", '"json" is no name on the hub; allowed: a name such as wmt/wmt14, or ./'),
    ("dataset", "a/../b", '"a/../b" is no name on the hub'),
    ("dataset", "./../b", '"./../b" has an empty part, `.` or `..` in it; allowed: ./ and a'),
    ("target_column", "de", '"de" is the source\'s column too; allowed: another column'),
    ("test", "train", '"train" is no split of its own; allowed: a split that serves for nothing'),
]


@pytest.mark.parametrize(("key", "value", "said"), HUB, ids=[case[2] for case in HUB])
def test_a_dataset_that_makes_no_corpus(key, value, said):
    own = [("corpus.source", "hub"), ("corpus.name", "mine")]
    assert lines(edited(*own)) == []
    (line,) = lines(edited(*own, (f"corpus.hub.{key}", value)))
    assert line.startswith(f"corpus.hub.{key}: ")
    assert said in line


def test_corpus_is_offered_in_either_direction_and_in_no_other_language():
    other = [("corpus.source_language", "en"), ("corpus.target_language", "de")]
    assert lines(edited(*other)) == []
    (line,) = lines(edited(("corpus.source_language", "fr")))
    assert line == (
        'corpus.source_language: "fr" to "en" is not in bible-de-en; allowed: de and en'
    )


def test_long_and_looping_values_are_shown_shortened():
    loop: list = []
    loop.append(loop)
    for value in ("x" * 10_000, loop, {(1, 2): 3}):
        found = lines(edited(("training.optimizer", value)))
        assert len(found) == 1
        assert len(found[0]) < 160
