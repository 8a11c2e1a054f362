"""What every test runs under: one thread of arithmetic in each process.

The tests' tensors are tiny, and the tests run in two processes side by side (see pyproject.toml):
threads that wait for each other on shared processors make both many times slower. Set before
NumPy and PyTorch are imported, and inherited by the processes that tests start.
"""

import os

os.environ.setdefault("OMP_NUM_THREADS", "1")
