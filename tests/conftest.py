"""What every test runs under: one thread in each process, and nothing that takes minutes unasked.

The tests' tensors are tiny, and the tests run in two processes side by side (see pyproject.toml):
threads that wait for each other on shared processors make both many times slower. Set before
NumPy and PyTorch are imported, and inherited by the processes that tests start.
"""

import os

import pytest

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
