"""How a script ends that was refused or interrupted, or found no room on the disk."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from pipeline.atomic import write_text
from pipeline.refusal import Refusal, refusable

FIRST = ("pipeline", "pipeline.refusal", "pipeline.full_disk", "pipeline.interruption")


def ended(fault: BaseException, capsys: pytest.CaptureFixture) -> tuple[int, str]:
    @refusable
    def main() -> None:
        raise fault

    return ended_by(main, capsys)


def ended_by(main: Callable[[], None], capsys: pytest.CaptureFixture) -> tuple[int, str]:
    with pytest.raises(SystemExit) as end:
        main()
    return end.value.code, capsys.readouterr().err


def test_refusal_is_one_line_and_code_2(capsys) -> None:
    assert ended(Refusal("a is wrong"), capsys) == (2, "refused: a is wrong\n")


@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_is_one_line_and_its_own_code(number, code, capsys) -> None:
    before = signal.getsignal(number)
    done = []

    @refusable
    def main() -> None:
        try:
            os.kill(os.getpid(), number)
        finally:
            done.append("put away")

    assert ended_by(main, capsys) == (
        code,
        f"stopped by {number.name}; the same command starts it again\n",
    )
    assert done == ["put away"]
    assert signal.getsignal(number) is before


def test_a_signal_counts_where_what_it_raised_was_lost(capsys) -> None:
    @refusable
    def main() -> None:
        with suppress(SystemExit):
            os.kill(os.getpid(), signal.SIGTERM)

    assert ended_by(main, capsys)[0] == 143


def test_a_signal_counts_where_it_led_to_another_error(capsys) -> None:
    @refusable
    def main() -> None:
        try:
            os.kill(os.getpid(), signal.SIGTERM)
        except SystemExit:
            raise ZeroDivisionError from None

    code, said = ended_by(main, capsys)
    assert code == 143
    assert said.count("\n") == 1


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EFBIG, errno.EDQUOT])
def test_a_full_disk_is_one_line_that_names_the_file(number, tmp_path, capsys) -> None:
    def fail(_: int) -> None:
        raise OSError(number, os.strerror(number))

    path = tmp_path / "scores.json"
    path.write_text("old")

    @refusable
    def main() -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(os, "fsync", fail)
            write_text(path, "new")

    code, said = ended_by(main, capsys)
    assert code == 1
    assert said.startswith("stopped: ")
    assert f" for {path}; " in said
    assert said.count("\n") == 1
    assert path.read_text() == "old"
    assert list(tmp_path.iterdir()) == [path]


def test_other_faults_keep_their_traceback() -> None:
    @refusable
    def main() -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        main()


@pytest.mark.parametrize("stage", sorted((Path(__file__).parents[1] / "stages").glob("*.py")))
def test_ctrl_c_while_a_stage_loads_its_libraries_is_one_line(stage) -> None:
    """Everything that it imports later is told to be interrupted."""
    script = (
        "import runpy, sys\n"
        "class Interrupting:\n"
        "    def find_spec(self, name, *_):\n"
        "        if name.partition('.')[0] in sys.stdlib_module_names: return None\n"
        f"        if name not in {FIRST}: raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Interrupting())\n"
        f"runpy.run_path({str(stage)!r}, run_name='__main__')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={"PYTHONPATH": str(stage.parents[1])},
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode != 0
    assert done.stderr == "stopped by SIGINT; the same command starts it again\n"
