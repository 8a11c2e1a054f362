"""A workspace of synthetic outputs for the tests of the stages ``evaluate`` and ``align``."""

import json
import random
from pathlib import Path

from pipeline.config.read import read_params
from pipeline.data.store import save_split
from pipeline.data.tokenization import Row
from pipeline.data.vocabulary import EOS
from pipeline.evaluation.reference_file import (
    GOLD,
    REFERENCE_LINKS,
    FoundLinks,
    Reference,
    ReferenceSentence,
    write_reference,
)

REPOSITORY = Path(__file__).parents[2]

EVALUATION = {
    "length_edges": [4, 8],
    "bucket_minimum": 5,
    "bootstrap_samples": 100,
    "confidence": 0.95,
    "seed": 1,
}


def write_params(systems, seeds, replace_unknown=False):
    """Write the repository's params.yaml to the current folder with another experiment."""
    params = read_params(REPOSITORY / "params.yaml")
    params["experiment"] |= {"systems": systems, "seeds": seeds}
    params["evaluation"] |= EVALUATION
    params["decoding"]["replace_unknown"] = replace_unknown
    # JSON is YAML.
    Path("params.yaml").write_text(json.dumps(params), encoding="utf-8")


def rows_of_test(sentences=30):
    """Rows of a test split: a target word for every source word, links known, one UNK in three."""
    draw = random.Random(5)
    rows = []
    for number in range(sentences):
        words = [f"w{draw.randrange(6)}" for _ in range(1 + number % 12)]
        ids = [4 + int(word[1:]) for word in words] + [EOS]
        word_of = list(range(len(ids)))
        rows.append(
            Row(
                id=f"s{number}",
                group="g",
                source_text=" ".join(words),
                target_text=" ".join(words).upper(),
                source_words=words,
                target_words=[word.upper() for word in words],
                source_ids=ids,
                target_ids=ids,
                source_word_of=word_of,
                target_word_of=word_of,
                alignment=[[k, k] for k in range(len(words))],
                has_unknown=number % 3 == 0,
            )
        )
    return rows


def write_split(rows):
    """Write ``rows`` as the test split in the current folder."""
    save_split(Path("data/tokens"), "test", rows)


def write_links(rows, kind=GOLD):
    """Write the reference of ``rows`` in the current folder: their own links, also as found."""
    known = [frozenset(map(tuple, row.alignment)) for row in rows]
    found = [FoundLinks(links, links, links) for links in known]
    sentences = [
        ReferenceSentence(row.id, links, links, one)
        for row, links, one in zip(rows, known, found, strict=True)
    ]
    write_reference(REFERENCE_LINKS, Reference(kind, {"seed": 1}, sentences))


def write_run(system, seed, rows, wrong=0.2):
    """Write translations in which a share ``wrong`` of the words is not the reference's."""
    draw = random.Random(f"{system} {seed}")
    folder = Path("runs/translate", system, str(seed))
    folder.mkdir(parents=True, exist_ok=True)
    lines = []
    for row in rows:
        words = [word if draw.random() > wrong else "UNK" for word in row.target_words]
        text = " ".join(words)
        entry = {
            "id": row.id,
            "text": text,
            "text_replaced": text.replace("UNK", "W1"),
            "reference_nll": 2.0 * len(row.target_ids) * wrong,
            "reference_tokens": len(row.target_ids),
        }
        lines.append(json.dumps(entry) + "\n")
    known = [line for line, row in zip(lines, rows, strict=True) if not row.has_unknown]
    (folder / "hypotheses.jsonl").write_text("".join(lines), encoding="utf-8")
    (folder / "hypotheses_no_unk.jsonl").write_text("".join(known), encoding="utf-8")
