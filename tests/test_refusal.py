"""How a script ends that was refused or interrupted."""

from __future__ import annotations

import pytest

from pipeline.refusal import Refusal, refusable


def ended(fault: BaseException, capsys: pytest.CaptureFixture) -> tuple[int, str]:
    @refusable
    def main() -> None:
        raise fault

    with pytest.raises(SystemExit) as end:
        main()
    return end.value.code, capsys.readouterr().err


def test_refusal_is_one_line_and_code_2(capsys) -> None:
    assert ended(Refusal("a is wrong"), capsys) == (2, "refused: a is wrong\n")


def test_interruption_is_one_line_and_code_130(capsys) -> None:
    code, text = ended(KeyboardInterrupt(), capsys)
    assert code == 130
    assert text.startswith("interrupted")
    assert text.count("\n") == 1


def test_other_faults_keep_their_traceback() -> None:
    @refusable
    def main() -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        main()
