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
    "bible-grc-en": (
        "The Greek has no punctuation, and the links leave English punctuation out.",
        "A record of links joins groups of words, and counts as a link between every two of "
        "theirs: a long idiom gives many. A ninth of the Greek words, mostly articles and "
        "particles, has no link.",
        "In sixteen places the two texts end a verse at different words; the links from one verse "
        "to the next are left out.",
        "Quotations run on from verse to verse, so that a quotation mark may open in one pair and "
        "close in another.",
        "It is small: a tenth of the words of most corpora of translation.",
    ),
}
"""Empty for a corpus that nobody has looked at."""
