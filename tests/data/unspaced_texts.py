"""Invented sentences in scripts without spaces: words strung together, and their translation."""

from __future__ import annotations

import random

LEXICONS = {
    "zh": "我 你 他们 今天 明天 学校 老师 学生 喜欢 看见 书 水果 吃 去 来 很 大".split(),
    "ja": "私 あなた 今日 明日 学校 先生 が は を に 好き 見る 本 りんご 食べる 行く 空".split(),
    "th": ("ฉัน คุณ เขา วันนี้ พรุ่งนี้ โรงเรียน ครู นักเรียน ชอบ เห็น หนังสือ น้ำ กิน ไป มา ใหญ่ แดง").split(),
}
ENGLISH = (
    "river mountain children yesterday tomorrow teacher garden window morning shepherd kingdom "
    "harvest brother sunlight market winter silence"
).split()
SCRIPTS = {"zh": "Han", "ja": "Kana", "th": "Thai"}
ENDS = {"zh": "。", "ja": "。", "th": ""}


def pairs(language: str, count: int = 400, apart: str = "") -> list[tuple[str, str]]:
    """``count`` sentences of 4 to 14 words, ``apart`` between them, and English ones as long."""
    draw = random.Random(language)
    words = LEXICONS[language]
    made = []
    for _ in range(count):
        chosen = draw.choices(range(len(words)), k=draw.randint(4, 14))
        source = apart.join(words[number] for number in chosen) + ENDS[language]
        made.append((source, " ".join(ENGLISH[number] for number in chosen) + "."))
    return made
