// Which words of the other side a word belongs to, and how much: the heart of the explorer.
//
// A target word looks at source words (a row of weights); a source word went to target words (a
// column). Soft alignments are the weights themselves. Hard ones join each target word to the one
// source word that it looks at most, ends of sentence left out (Luong et al. 2015, section 5.4).

const OTHER = { source: "target", target: "source" };

// The strength, 0 to 1, with which word `index` of `side` belongs to every word of the other side.
function linksOf(written, mode, side, index) {
  const { weights, hard } = written;
  const length = side === "target" ? weights.columns : weights.rows;
  return Array.from({ length }, (_, other) => {
    const [target, source] = side === "target" ? [index, other] : [other, index];
    if (mode === "soft") return weights.at(target, source);
    return hard[target] === source ? 1 : 0;
  });
}

// The words of `links` from the strongest down, equals in their order, without those of 0.
function strongest(links, count = links.length) {
  const order = [...links.keys()].filter((index) => links[index] > 0);
  return order.sort((a, b) => links[b] - links[a] || a - b).slice(0, count);
}

// The sign stays on the line of its number.
function percent(weight) {
  const rounded = Math.round(100 * weight);
  return rounded === 0 && weight > 0 ? "under 1\u00a0%" : `${rounded}\u00a0%`;
}
