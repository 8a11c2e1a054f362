"""Where this experiment departs from the paper, and why: one row a departure."""

from __future__ import annotations

from collections import Counter

from pipeline.plural import so_many
from pipeline.reporting.families import of_luong
from pipeline.reporting.settings import Settings
from pipeline.reporting.table import Column, Table
from pipeline.reporting.wording import listed

COLUMNS = (
    Column("what", "What"),
    Column("paper", "In the paper"),
    Column("ours", "Here"),
    Column("why", "Why"),
)

LAPTOP = (
    "Set in params.yaml: as shipped, minutes on an ordinary laptop instead of days on a graphics "
    "card."
)
CHOSEN = "Chosen in params.yaml."


def deviations(settings: Settings, statistics: dict) -> Table:
    """The table; what is ours is read, so that it cannot be out of date: from the settings, and
    from the corpus's ``statistics`` where it decides."""
    rows = [*_data_rows(settings, statistics), *_method_rows(settings)]
    return Table("deviations", "Where this experiment departs from the paper", COLUMNS, rows)


def _data_rows(settings: Settings, statistics: dict) -> list[tuple[str, str, str, str]]:
    corpus, pairs = settings.corpus, statistics["pairs"]
    return [
        (
            "Corpus",
            "WMT14 English to French, 348 million words; test: newstest2014, 3,003 sentences",
            f"{corpus.name}, {corpus.source_language} to {corpus.target_language}, "
            f"{so_many(pairs['train'], 'training pair')}; test: {_test_set(settings)}",
            _why_corpus(settings),
        ),
        (
            "Vocabulary",
            "30,000 most frequent words a side, the rest UNK",
            *_vocabulary(settings, statistics),
        ),
        (
            "Sizes",
            "embedding 620, hidden 1000, encoder 1000 each way, maxout 500, alignment 1000",
            *_sizes(settings),
        ),
    ]


def _test_set(settings: Settings) -> str:
    corpus = settings.corpus
    given = {"files": corpus.files.test, "hub": corpus.hub.test}.get(corpus.source)
    if given:
        return "the corpus's own"
    return f"about {so_many(corpus.split.test_pairs, 'pair')}"


def _method_rows(settings: Settings) -> list[tuple[str, str, str, str]]:
    training = settings.training
    rows = [
        (
            "Budget",
            "About five days for each model",
            f"{so_many(training.target_tokens, 'target token')} for each system",
            f"{LAPTOP} Every system gets the same, whatever its length cap.",
        ),
        (
            "Optimiser",
            "Adadelta (rho 0.95, eps 1e-6), gradient norm clipped to 1",
            *_optimiser(settings),
        ),
        (
            "Batches",
            "80 sentences, sorted within 20 batches",
            f"at most {so_many(training.batch_tokens, 'token')} on either side, padding counted; "
            "sentences of similar length",
            "The same padding whatever the lengths.",
        ),
        (
            "Initial weights",
            "Orthogonal recurrent matrices, the rest N(0, 0.01²)",
            *_initial(settings),
        ),
        ("First bias of the output layer", "Zero", *_output_bias(settings)),
        (
            "Search",
            "Beam search, log-probability divided by length",
            f"beam of {settings.decoding.beam}, length normalisation "
            f"{settings.decoding.length_normalisation:g}",
            _why_search(settings),
        ),
        (
            "Scores",
            "BLEU, one number for each system",
            "sacrebleu's BLEU and chrF on detokenized text, with bootstrap intervals",
            "Comparable with other work, and says how sure it is.",
        ),
    ]
    return [*rows, *_luong_rows(settings)]


def _luong_rows(settings: Settings) -> list[tuple[str, str, str, str]]:
    """What another paper's systems are like there and here; no row without any of them."""
    theirs = of_luong(settings.systems)
    if not theirs:
        return []
    layers = " or ".join(
        so_many(count, "layer") for count in sorted({one.layers for one in theirs.values()})
    )
    dropout = " or ".join(f"{rate:g}" for rate in sorted({one.dropout for one in theirs.values()}))
    scaled = any(one.attention_scale for one in theirs.values())
    ours = f"{listed(list(theirs))}: {layers}, dropout {dropout}, trained as the other systems"
    if scaled:
        ours += "; products divided by the root of their size"
    return [
        (
            "Attention after the step",
            "Luong et al. 2015: English to German, 50,000 words a side, 4 LSTM layers of 1000, "
            "dropout 0.2, SGD with a halved rate, products not scaled",
            ours,
            "Systems of one experiment shall differ in what is compared, not in size or training.",
        )
    ]


def _why_search(settings: Settings) -> str:
    if settings.decoding.length_normalisation != 1:
        return CHOSEN
    return "Divided by the length as in the authors' code."


def _why_corpus(settings: Settings) -> str:
    if settings.corpus.source == "synthetic":
        return "Its right alignments are known, and its difficulty is a setting."
    if settings.corpus.source != "packages":
        return "Chosen by whoever set up this experiment."
    return (
        "A corpus that is free, small, pinned by its hash, and has sentences long enough to ask "
        "what the paper asks."
    )


def _vocabulary(settings: Settings, statistics: dict) -> tuple[str, str]:
    """Sizes as they are: the corpus may have fewer words than the settings ask for."""
    tokenizer, made = settings.tokenizer, statistics["tokenizer"]
    sizes = f"{made['source']['vocabulary']:,} source and {made['target']['vocabulary']:,} target"
    if tokenizer.kind == "word":
        return (
            f"{sizes} words, the rest UNK",
            "A small corpus has fewer words, and a small output layer trains faster.",
        )
    return f"{sizes} {tokenizer.kind} pieces", "Set so: hardly any word is unknown."


def _sizes(settings: Settings) -> tuple[str, str]:
    kinds = {
        slug: f"embedding {s.embedding}, hidden {s.hidden}, encoder {s.encoder_hidden}, readout "
        f"{s.readout_size}, alignment {s.attention_size}"
        for slug, s in settings.systems.items()
    }
    (most, _), *_ = Counter(kinds.values()).most_common(1)
    others = [slug for slug, kind in kinds.items() if kind != most]
    return (f"{most}; others in {listed(others)}" if others else most, LAPTOP)


def _optimiser(settings: Settings) -> tuple[str, str]:
    training = settings.training
    rate = f"rate {training.learning_rate:g}"
    if training.warmup:
        rate += f", warmed up over {100 * training.warmup:g}% of the budget"
    if training.decay == "linear":
        rate += ", then brought down to zero"
    ours = f"{training.optimizer}, {rate}, gradient norm clipped to {training.clip_norm:g}"
    if training.optimizer == "adam":
        return ours, "Learns faster within a small budget."
    plain = (training.learning_rate, training.warmup, training.decay, training.clip_norm)
    return ours, "As the paper." if plain == (1.0, 0.0, "none", 1.0) else CHOSEN


def _initial(settings: Settings) -> tuple[str, str]:
    kinds = sorted({system.initialisation for system in settings.systems.values()})
    why = (
        "The paper's small weights take long to leave the start; `bahdanau` has them."
        if kinds != ["bahdanau"]
        else "As the paper."
    )
    return ", ".join(kinds), why.replace("`", "")


def _output_bias(settings: Settings) -> tuple[str, str]:
    kinds = sorted({system.output_bias for system in settings.systems.values()})
    if kinds == ["zero"]:
        return "zero", "As the paper."
    return (
        " or ".join(kinds).replace("unigram", "log frequency of each word in the training data"),
        "A short training need not learn the words' frequencies first; Luong's readout hardly "
        "leaves them otherwise.",
    )
