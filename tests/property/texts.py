"""What the property tests cut: all of Unicode, and texts built from the pieces that splitters trip over."""

from hypothesis import strategies as st

PIECES = (
    "a", "word ", "Dr. Who went. ", "3.14", "one, two; three", "\n", "\n\n", "\r\n", "\r\n\r\n", "  ", "\t", "\u3000",
    "# Title\n", "## Sub\n\n", "\n### Deep\n", "- item\n", "1. step\n", "| a | b |\n|---|---|\n| 1 | 2 |\n",
    "```sh\n# no heading\n```\n", "~~~\n", "> quote\n", "Setext\n===\n", "---\n", "<!-- # no -->\n",
    "猫坐在垫子上。", "狗叫！", "“好。”", "、", "，", "ひらがなカタカナ", "Tiếng Việt", "Tie\u0302\u0301ng", "मराठी भाषा।", "ไทยไม่มีวรรค",
    "e\u0301", "\u0301", "👨\u200d👩\u200d👧", "🇻🇳🇯🇵", "👍🏽", "각ᄀ\u1161\u11a8", "क्\u200dष", "\u0600 1", "<|endoftext|>",
    "supercalifragilistic" * 3, "\ufeff", "\x00", "\x1c", "\u2028", "\u200b", "\ud800",
)  # fmt: skip

built = st.lists(st.sampled_from(PIECES), max_size=40).map("".join)
unicode_text = st.text(st.characters(exclude_categories=()), max_size=200)
texts = st.one_of(built, built, unicode_text)
