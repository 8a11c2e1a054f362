"""A fuzzer of everything that reads files which others wrote: see ``test_fuzz.py``."""
