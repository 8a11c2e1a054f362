"""What every test runs under: one thread in each process, and nothing that takes minutes unasked.

The tests' tensors are tiny, and the tests run in two processes side by side (see pyproject.toml):
threads that wait for each other on shared processors make both many times slower. Set before
NumPy and PyTorch are imported, and inherited by the processes that tests start.
"""

import os

import pytest

FUZZ_CASES = 220
"""Cases of the ordinary run of the fuzzer: some seconds."""

os.environ.setdefault("OMP_NUM_THREADS", "1")


def pytest_configure(config: pytest.Config) -> None:
    """Make the mark known to --strict-markers."""
    config.addinivalue_line("markers", "slow: trains for minutes; runs only with -m slow")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave slow tests out unless a mark expression was given."""
    if config.option.markexpr:
        return
    for item in items:
        if item.get_closest_marker("slow"):
            item.add_marker(pytest.mark.skip(reason="trains for minutes; ask with -m slow"))


def pytest_addoption(parser) -> None:
    """Options of the fuzzer: see ``tests/data/sources/test_fuzz.py``."""
    parser.addoption("--fuzz-seconds", type=float, default=0, help="fuzz for so long")
    parser.addoption("--fuzz-seed", type=int, default=1, help="seed of the fuzzer")
    parser.addoption("--fuzz-first", type=int, default=0, help="number of the first case")
    parser.addoption("--fuzz-cases", type=int, default=FUZZ_CASES, help="cases, at least")
    parser.addoption("--fuzz-only", default="", help="name of one target of the fuzzer")
