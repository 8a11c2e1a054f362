"""Where an apostrophe inside a word goes when the word is split there."""

STAYS_BEFORE = ("fr", "it")
"""Languages in which it stays with the letters before it (``l' homme``), as Moses has it.

In all others it goes with the letters after it (``king 's``, ``ist 's``).
"""
