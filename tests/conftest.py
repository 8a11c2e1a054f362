"""What every test runs under: one thread in each process, and nothing that takes minutes unasked.

The tests' tensors are tiny, and the tests run in two processes side by side (see pyproject.toml):
threads that wait for each other on shared processors make both many times slower. Set before
NumPy and PyTorch are imported, and inherited by the processes that tests start.
"""

import os
from pathlib import Path

import pytest

FUZZ_CASES = 220
"""Cases of the ordinary run of the fuzzer: some seconds."""

os.environ.setdefault("OMP_NUM_THREADS", "1")


def pytest_addoption(parser) -> None:
    """Options of the fuzzer: see ``tests/data/sources/test_fuzz.py``."""
    parser.addoption("--fuzz-seconds", type=float, default=0, help="fuzz for so long")
    parser.addoption("--fuzz-seed", type=int, default=1, help="seed of the fuzzer")
    parser.addoption("--fuzz-first", type=int, default=0, help="number of the first case")
    parser.addoption("--fuzz-cases", type=int, default=FUZZ_CASES, help="cases, at least")
    parser.addoption("--fuzz-only", default="", help="name of one target of the fuzzer")


@pytest.fixture(autouse=True, scope="session")
def away_from_the_repository(tmp_path_factory):
    """Tests begin in an empty folder: a path that a stage takes for its workspace's is not ours.

    Run where the tests' files are, a stage would delete or overwrite what an experiment left there.
    """
    before = Path.cwd()
    os.chdir(tmp_path_factory.mktemp("away"))
    yield
    os.chdir(before)
