"""All probes of one trained system."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from pipeline.config.decoding import Decoding
from pipeline.config.probes import Probes
from pipeline.data.corpus import load_split, load_vocabularies
from pipeline.data.detokenize import Detokenizer
from pipeline.data.vocabulary import SPECIAL_SYMBOLS, Vocabularies
from pipeline.evaluation.probes.annotations import annotations
from pipeline.evaluation.probes.beyond_length import (
    Sentences,
    beyond_length,
    joined_translations,
    one_by_one,
)
from pipeline.evaluation.probes.context import context
from pipeline.evaluation.probes.erasure import erasure
from pipeline.evaluation.probes.joined import runs_of
from pipeline.evaluation.probes.looked_at import drawn_rows, look_at
from pipeline.evaluation.probes.path_length import path_length
from pipeline.evaluation.probes.source_vectors import source_embedding
from pipeline.evaluation.probes.two_translations import Pairs, two_translations
from pipeline.evaluation.resample import Bootstrap
from pipeline.model.translation import TranslationModel
from pipeline.refusal import Refusal


@dataclass(frozen=True)
class Probed:
    """A trained system, the corpus, and its translations of the test set."""

    model: TranslationModel
    settings: Probes
    training: Pairs
    longest_training: int
    """Words of the longest source sentence that the system's training may have met."""
    test: Sentences
    vocabularies: Vocabularies

    @classmethod
    def of(
        cls, tokens: Path, translated: Path, model: TranslationModel, settings: Probes
    ) -> Probed:
        """Read the corpus in ``tokens`` and the translations in ``translated``.

        Raises Refusal where one is missing or they do not belong together.
        """
        test, train = load_split(tokens, "test"), load_split(tokens, "train")
        ids, texts = _translations(translated / "hypotheses.jsonl")
        if ids != list(test["id"]):
            raise Refusal(f"{translated} has other sentences than the test set: translate again")
        sentences = Sentences(
            list(test["source_ids"]),
            list(test["target_ids"]),
            [len(words) for words in test["source_words"]],
            list(test["target_text"]),
            texts,
        )
        cap = model.system.max_words
        if cap is None:
            cap = max(len(words) for words in train["source_words"])
        training = Pairs(list(train["source_ids"]), list(train["target_ids"]))
        return cls(model, settings, training, cap, sentences, load_vocabularies(tokens))

    @cached_property
    def _rows(self) -> list[int]:
        return drawn_rows(self.test.source_words, self.settings)

    def inside(self, seed: int, bootstrap: Bootstrap) -> dict:
        """``path_length`` and ``erasure``: both look at the same sentences."""
        sources, targets = ([side[row] for row in self._rows] for side in self.test[:2])
        looked = look_at(self.model, sources, targets, self.settings.erase_by)
        gradients = [one.gradients for one in looked]
        return {
            "path_length": path_length(gradients, self.settings.farthest, seed, bootstrap),
            "erasure": {
                "erased_by": self.settings.erase_by,
                **erasure([one.sources for one in looked], seed, bootstrap),
            },
        }

    def in_context(self, seed: int, bootstrap: Bootstrap) -> dict:
        """The probe of context, with the words that it looked at."""
        source, target = self.vocabularies.source.symbols, self.vocabularies.target.symbols
        folded = folded_words(target)
        training, test = (
            Pairs(sources, [[folded[t] for t in ids if t in folded] for ids in targets])
            for sources, targets in (self.training, self.test[:2])
        )
        words = two_translations(
            training,
            test,
            folded_words(source).keys(),
            self.settings.context_occurrences,
            self.settings.context_words,
        )
        rows = {row for one in words for row, _ in one.as_first + one.as_second}
        states = annotations(self.model, self.test.source, rows)
        table = source_embedding(self.model).weight.detach().double().numpy()
        found = context(words, states, self.test.source, table, seed, bootstrap)
        found["examples"] = [
            {
                "word": source[one.word],
                "translations": [target[one.first], target[one.second]],
                "occurrences": [len(one.as_first), len(one.as_second)],
            }
            for one in words
        ]
        return found

    def beyond(self, decoding: Decoding, seed: int, bootstrap: Bootstrap) -> dict | None:
        """The probe of length; None where the test set has not the sentences for a single run."""
        longest, factors = self.longest_training, self.settings.joined_factors
        count = self.settings.joined_runs
        runs = runs_of(self.test.source_words, longest, factors, count, self.settings.seed)
        if not runs:
            return None
        detokenizer = Detokenizer(self.vocabularies.kind, self.vocabularies.target_language)
        vocabulary = self.vocabularies.target
        written = [one_by_one(runs, self.test)]
        for factor in factors:
            written.append(
                joined_translations(
                    factor, runs, self.test, self.model, decoding, vocabulary, detokenizer
                )
            )
        return beyond_length(written, longest, seed, bootstrap)


def folded_words(symbols: Sequence[str]) -> dict[int, int]:
    """Ids of symbols with a letter -> the id of the first that differs in no more than case."""
    first: dict[str, int] = {}
    return {
        place: first.setdefault(symbol.lower(), place)
        for place, symbol in enumerate(symbols)
        if place >= len(SPECIAL_SYMBOLS) and any(map(str.isalpha, symbol))
    }


def _translations(path: Path) -> tuple[list[str], list[str]]:
    """Ids and texts of the translated test sentences."""
    if not path.is_file():
        raise Refusal(f"{path} is missing: the translate stage writes it")
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").split("\n") if line]
    return [line["id"] for line in lines], [line["text"] for line in lines]
