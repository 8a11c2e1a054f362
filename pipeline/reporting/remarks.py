"""What is known of a corpus that no count shows, by its name."""

from __future__ import annotations

REMARKS = {
    "bible-de-en": (
        "Some verses are divided differently in the two texts, so that one side of a pair may say "
        "more than the other; the length filter drops the worst of them from training, and none "
        "from the test set.",
        "Both texts are translations of third languages: a verse and its partner may differ in "
        "what they say, and a low BLEU against a single reference is partly that.",
        "The language is that of 1912 in German and of 1611 in English, on one subject; nothing "
        "here says how the systems would do on the language of today.",
        "Formulas recur: a test verse may resemble a training verse although whole chapters are "
        "held out and exact repeats are dropped (counted above).",
    ),
}
"""Empty for a corpus that nobody has looked at."""
