"""The field's own word aligners, by the library sil-thot, in both directions and symmetrised.

``eflomal`` is Östling and Tiedemann's (2016): IBM model 1, then jumps as in a hidden Markov model,
then fertilities, by Gibbs sampling with a seed. ``hmm`` is Vogel, Ney and Tillmann's (1996), by
expectation maximisation after IBM model 1. Symmetrised is grow-diag-final-and (Koehn et al. 2005).
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.metadata import version
from multiprocessing import get_context
from multiprocessing.connection import Connection

from pipeline.config.alignment import Alignment
from pipeline.evaluation.aer import Link
from pipeline.evaluation.reference_file import FoundLinks
from pipeline.progress import say

Words = Sequence[Sequence[str]]


def align(
    source: Words, target: Words, wanted: Sequence[int], settings: Alignment
) -> list[FoundLinks]:
    """Train on all sentence pairs; return what was found in those at ``wanted``.

    Deterministic: the same words and settings give the same links.
    """
    if settings.lowercase:
        source, target = _lowered(source), _lowered(target)
    with _elsewhere(target, source, wanted, settings, "target to source") as answer:
        forward = _one_way(source, target, wanted, settings, "source to target")
        backward = answer()
    return [
        _both_ways(there, back, len(source[row]), len(target[row]))
        for row, there, back in zip(wanted, forward, backward, strict=True)
    ]


def described(settings: Alignment, pairs: int) -> dict:
    """How the aligner was made, as plain values."""
    return {
        **settings.model_dump(),
        "library": f"sil-thot {version('sil-thot')}",
        "symmetrisation": "grow-diag-final-and",
        "trained_on_pairs": pairs,
    }


def _lowered(sentences: Words) -> Words:
    return [[word.lower() for word in words] for words in sentences]


def _one_way(
    source: Words, target: Words, wanted: Sequence[int], settings: Alignment, way: str
) -> list[list[Link]]:
    """Links (source, target) with at most one source word a target word."""
    say(f"aligner: {settings.aligner}, {way}, {len(source):,} pairs")
    train = _eflomal if settings.aligner == "eflomal" else _hmm
    model, kept = train(source, target, settings)
    found = model.get_best_alignments(
        [source[row] for row in wanted], [target[row] for row in wanted]
    )
    del kept
    return [_links(matrix) for _, matrix in found]


@contextmanager
def _elsewhere(*arguments) -> Iterator[Callable[[], list[list[Link]]]]:
    """Have :func:`_one_way` done by another process meanwhile; give what waits for its answer.

    The library trains a model on one core. The process is started anew rather than forked, which is
    safe whatever threads there are here, and ends with this one.
    """
    context = get_context("spawn")
    here, there = context.Pipe(duplex=False)
    process = context.Process(target=_answer, args=(there, arguments), daemon=True)
    process.start()
    there.close()  # so that the end of the process is the end of the pipe

    def answer() -> list[list[Link]]:
        try:
            return here.recv()
        except EOFError:
            process.join()
            raise RuntimeError(
                f"the aligner's other direction ended with code {process.exitcode}"
            ) from None

    try:
        yield answer
    finally:
        process.terminate()


def _answer(there: Connection, arguments: tuple) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the process that waits ends this one
    there.send(_one_way(*arguments))


def _eflomal(source: Words, target: Words, settings: Alignment):
    from thot.alignment import EflomalAlignmentModel

    model = EflomalAlignmentModel()
    model.seed = settings.seed
    model.deterministic = True
    model.num_samplers = settings.samplers
    model.set_iterations(
        settings.ibm1_iterations, settings.hmm_iterations, settings.fertility_iterations
    )
    _add(model, source, target)
    model.start_training()
    for _ in range(model.scheduled_iterations):
        model.train()
    model.end_training()
    return model, None


def _hmm(source: Words, target: Words, settings: Alignment):
    """The model, and the one that it shares its tables with, which must live as long."""
    from thot.alignment import HmmAlignmentModel, Ibm1AlignmentModel

    first = Ibm1AlignmentModel()
    _add(first, source, target)
    _expect_and_maximise(first, settings.ibm1_iterations)
    model = HmmAlignmentModel(first)
    _expect_and_maximise(model, settings.hmm_iterations)
    return model, first


def _expect_and_maximise(model, iterations: int) -> None:
    model.start_training()
    for _ in range(iterations):
        model.train()
    model.end_training()


def _add(model, source: Words, target: Words) -> None:
    for pair in zip(source, target, strict=True):
        model.add_sentence_pair(*map(list, pair))


def _links(matrix) -> list[Link]:
    rows, columns = matrix.to_numpy().nonzero()
    return list(zip(rows.tolist(), columns.tolist(), strict=True))


def _both_ways(there: list[Link], back: list[Link], source: int, target: int) -> FoundLinks:
    """``there`` are (source, target), ``back`` are (target, source)."""
    turned = [(source_word, target_word) for target_word, source_word in back]
    symmetrised = _matrix(there, source, target)
    symmetrised.grow_diag_final_and(_matrix(turned, source, target))
    return FoundLinks(frozenset(there), frozenset(turned), frozenset(_links(symmetrised)))


def _matrix(links: Sequence[Link], source: int, target: int):
    from thot.common import WordAlignmentMatrix

    matrix = WordAlignmentMatrix(source, target)
    for link in links:
        matrix.set(*link)
    return matrix
