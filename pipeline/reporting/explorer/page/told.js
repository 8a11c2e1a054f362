// Links in words: under the sentences for all, and as the name of each word for a screen reader.

const TOLD = 4;
const FAINT = 0.03; // below it a word is told only if nothing stronger is there

const END = "end of sentence";

// What is told of a word that has `links`, as texts and elements: `named(index)` is a word of the
// other side. A word is an element of its own because a line of words written from right to left
// would otherwise carry their numbers along, each to stand beside a neighbour's word.
function toldLinks(links, named, mode, side) {
  const strong = strongest(links, TOLD).filter((other, rank) => rank === 0 || links[other] >= FAINT);
  if (strong.length === 0) return [{ source: "went to no word", target: "looks at no word" }[side]];
  const list = mode === "hard" ? strongest(links) : strong;
  const told = list.flatMap((other, rank) => [
    ...(rank > 0 ? [", "] : []),
    named(other),
    ...(mode === "hard" ? [] : [` ${percent(links[other])}`]),
  ]);
  return [{ source: "went to ", target: "looks at " }[side], ...told];
}

// The same as one text.
function spoken(parts) {
  return parts.map((part) => part.textContent ?? part).join("");
}
