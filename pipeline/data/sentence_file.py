"""Pairs with their words on disk, while a corpus is tokenized: memory for a few thousand of them.

An Arrow file. It is no output: it vanishes with the block that made it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import islice
from pathlib import Path

from pipeline.atomic import name_beside
from pipeline.data.pairs import Pair
from pipeline.data.splitting import Sentences
from pipeline.full_disk import naming

ROWS = 5000
"""Pairs that are in memory at once."""
FIELDS = tuple("id group source target source_words target_words alignment held_out".split())


@contextmanager
def on_disk(sentences: Iterable[Sentences], folder: Path) -> Iterator[Sequence[Sentences]]:
    """Yield ``sentences`` as a sequence that lies in a file in ``folder``; remove it afterwards."""
    path = name_beside(folder / "sentences.arrow")
    try:
        with naming(path):
            _write(path, sentences)
        yield SentenceFile(path)
    finally:
        path.unlink(missing_ok=True)
        with suppress(OSError):  # nothing else was written there: nothing is left
            folder.rmdir()


class SentenceFile(Sequence):
    """What :func:`on_disk` wrote; made for going through it in order, again and again."""

    def __init__(self, path: Path) -> None:
        import pyarrow

        self._file = pyarrow.ipc.open_file(pyarrow.OSFile(str(path)))
        last = self._file.num_record_batches - 1  # every other one is full
        self._length = last * ROWS + self._file.get_batch(last).num_rows if last >= 0 else 0
        self._number, self._rows = -1, []

    def __len__(self) -> int:
        return self._length

    def __getitem__(self, row: int) -> Sentences:
        if not 0 <= row < self._length:
            raise IndexError(row)
        number, place = divmod(row, ROWS)
        if number != self._number:
            columns = self._file.get_batch(number).to_pydict()
            self._rows = list(zip(*(columns[name] for name in FIELDS), strict=True))
            self._number = number
        return _sentences(*self._rows[place])


def _write(path: Path, sentences: Iterable[Sentences]) -> None:
    import pyarrow

    schema = pyarrow.schema([(name, pyarrow.string()) for name in FIELDS])
    coming = iter(sentences)
    with pyarrow.OSFile(str(path), "wb") as file, pyarrow.ipc.new_file(file, schema) as writer:
        while lot := list(islice(coming, ROWS)):
            columns = zip(*(_texts(one) for one in lot), strict=True)
            arrays = [pyarrow.array(column, pyarrow.string()) for column in columns]
            writer.write_batch(pyarrow.record_batch(arrays, schema=schema))


def _texts(one: Sentences) -> tuple[str | None, ...]:
    """A word has no space in it: one text holds a sentence's words."""
    links = one.pair.alignment
    written = None if links is None else " ".join(f"{source}-{target}" for source, target in links)
    words = " ".join(one.source_words), " ".join(one.target_words)
    return *one.pair[:4], *words, written, one.pair.held_out


def _sentences(
    name, group, source, target, source_words, target_words, written, held_out
) -> Sentences:
    links = None
    if written is not None:
        links = tuple(tuple(map(int, link.split("-"))) for link in written.split())
    pair = Pair(name, group, source, target, links, held_out=held_out)
    return Sentences(pair, source_words.split(), target_words.split())
