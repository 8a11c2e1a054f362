"""Stage ``translate``: the test sentences by one trained model -> runs/translate/SYSTEM/SEED/.

Writes hypotheses.jsonl (every test sentence), hypotheses_no_unk.jsonl (those without UNK on either
side, the model barred from writing UNK), attention.npz (a matrix a test sentence). An interrupted
run goes on from the last finished batch of sentences.

Usage: python stages/translate.py SYSTEM SEED
"""

from __future__ import annotations

# First: Ctrl-C while the libraries are loaded is one line, too.
from pipeline.refusal import Refusal, refusable

# isort: split
import argparse
import json
import shutil
from collections.abc import Sequence
from pathlib import Path

import torch

from pipeline.atomic import write_text
from pipeline.config.decoding import Decoding
from pipeline.config.load import load_section
from pipeline.data.corpus import VOCABULARY_FILE, load_split, load_vocabularies
from pipeline.data.detokenize import Detokenizer
from pipeline.data.vocabulary import UNK
from pipeline.decoding.fingerprint import fingerprint
from pipeline.decoding.hypothesis import Hypothesis
from pipeline.decoding.record import Recorder, SourceSentence
from pipeline.decoding.references import ReferenceScore
from pipeline.decoding.resume import TRANSLATIONS, ResumeState
from pipeline.decoding.translate import Pairs, score_all_references, translate
from pipeline.evaluation.attention_file import write_attention
from pipeline.fingerprint import differences
from pipeline.layout import TIMINGS, TOKENS, TRAIN, TRANSLATE, run_folder
from pipeline.progress import say
from pipeline.training.checkpoint import load_model


@refusable
def main() -> None:
    parser = argparse.ArgumentParser(description="Translate the test set with one trained model.")
    parser.add_argument("system", help="a slug under systems: in params.yaml")
    parser.add_argument("seed", type=int, help="one of experiment.seeds")
    arguments = parser.parse_args()
    name = f"{arguments.system}, seed {arguments.seed}"
    settings = load_section("decoding", Decoding)
    folder = run_folder(TRANSLATE, arguments.system, arguments.seed)
    timings = TIMINGS / "translate" / f"{arguments.system}-{arguments.seed}.json"
    # What an earlier run left must not be taken for this one's, should it end early.
    shutil.rmtree(folder, ignore_errors=True)
    timings.unlink(missing_ok=True)

    weights = run_folder(TRAIN, arguments.system, arguments.seed) / "model.pt"
    model = load_model(weights)
    vocabularies = load_vocabularies(TOKENS)
    test = load_split(TOKENS, "test")
    pairs = Pairs(list(test["source_ids"]), list(test["target_ids"]))
    known = [row for row, unknown in enumerate(test["has_unknown"]) if not unknown]

    resume = ResumeState(
        run_folder(TRANSLATIONS, arguments.system, arguments.seed),
        made_from(weights),
        lambda message: say(f"Translating ({name}): {message}"),
    )
    whole = resume.batches("all", Hypothesis.plain, Hypothesis.from_plain)
    partly = resume.batches("known", Hypothesis.plain, Hypothesis.from_plain)
    scored = resume.batches("references", tuple, ReferenceScore)
    found = translate(model, pairs, settings, f"Translating ({name})", kept=whole)
    description = f"Translating without UNK ({name})"
    without_unknown = translate(model, pairs.of(known), settings, description, (UNK,), partly)
    references = score_all_references(model, pairs, settings, scored)

    refuse_changed(resume.parts, made_from(weights), name)
    detokenizer = Detokenizer(vocabularies.kind, vocabularies.target_language)
    recorder = Recorder(vocabularies.target, detokenizer, model.alignment_shift)
    columns = (list(test[column]) for column in ("id", "source_words", "source_word_of"))
    sentences = [SourceSentence(*columns) for columns in zip(*columns, strict=True)]
    lines = [recorder.line(*each) for each in zip(sentences, found, references, strict=True)]
    lines_known = [
        recorder.line(sentences[row], hypothesis, references[row])
        for row, hypothesis in zip(known, without_unknown, strict=True)
    ]
    write_text(timings, json.dumps(timing(found, whole.seconds, settings), indent=2) + "\n")
    write_lines(folder / "hypotheses_no_unk.jsonl", lines_known)
    write_attention(folder / "attention.npz", [recorder.rows(each) for each in found])
    write_lines(folder / "hypotheses.jsonl", lines)
    resume.clear()


def made_from(weights: Path) -> dict[str, str]:
    """What a translation depends on, as it is in the files now."""
    files = (weights, TOKENS / "test.arrow", TOKENS / VOCABULARY_FILE)
    return fingerprint(load_section("decoding", Decoding), files)


def refuse_changed(before: dict[str, str], now: dict[str, str], name: str) -> None:
    """Raise Refusal where something changed under the run.

    DVC hashes what a stage depends on after the stage has ended, and would take the translations
    for those of the changed files.
    """
    if changed := differences(before, now):
        raise Refusal(
            f"Translating ({name}): {', '.join(changed)} changed while it ran; "
            "nothing was written; run it again"
        )


def write_lines(path: Path, lines: Sequence[str]) -> None:
    """Write ``lines``, each with its end."""
    write_text(path, "".join(f"{line}\n" for line in lines))


def timing(found: Sequence[Hypothesis], seconds: float, settings: Decoding) -> dict:
    """What translating the whole test set took; tokens written, ends of sentences counted."""
    tokens = sum(len(hypothesis.tokens) + hypothesis.finished for hypothesis in found)
    return {
        "seconds": round(seconds, 3),
        "sentences": len(found),
        "sentences_per_second": round(len(found) / seconds, 1),
        "output_tokens": tokens,
        "tokens_per_second": round(tokens / seconds, 1),
        "beam": settings.beam,
        "threads": torch.get_num_threads(),
    }


if __name__ == "__main__":
    main()
