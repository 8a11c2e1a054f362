// Links in words: under the sentences for all, and as the name of each word for a screen reader.

const TOLD = 4;
const FAINT = 0.03; // below it a word is told only if nothing stronger is there

const END = "end of sentence";

// `words` of the other side, which has one place more for the end of sentence.
function toldLinks(links, words, mode, side) {
  const named = (index) => words[index] ?? END;
  const strong = strongest(links, TOLD).filter((other, rank) => rank === 0 || links[other] >= FAINT);
  const none = { source: "went to no word", target: "looks at no word" }[side];
  if (strong.length === 0) return none;
  const verb = { source: "went to", target: "looks at" }[side];
  const list = mode === "hard" ? strongest(links) : strong;
  const told = list.map((other) =>
    mode === "hard" ? named(other) : `${named(other)} ${percent(links[other])}`,
  );
  return `${verb} ${told.join(", ")}`;
}
