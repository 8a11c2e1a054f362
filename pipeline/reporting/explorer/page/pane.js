// One system's view of the sentence: its words, what is told of them, the matrix and the table.

class Pane {
  constructor(explorer, number, system) {
    Object.assign(this, { explorer, number, system });
    const template = document.getElementById("explorer-pane");
    this.root = template.content.firstElementChild.cloneNode(true);
    this.parts = partsOf(this.root);
    const { parts } = this;
    this.lines = {
      source: new Words(parts.source, "source", explorer, this),
      target: new Words(parts.target, "target", explorer, this),
    };
    this.matrix = new Matrix(parts.matrix, parts.frame, explorer, this);
    explorer.content.systems.forEach((name, index) =>
      parts.system.append(element("option", { value: index }, name)),
    );
    parts.system.value = String(system);
    parts.system.addEventListener("change", () => {
      this.system = Number(parts.system.value);
      explorer.refresh();
    });
    parts.details.addEventListener("toggle", () => this.fillTable());
  }

  get name() {
    return this.explorer.content.systems[this.system];
  }

  get attends() {
    return this.written.weights !== undefined;
  }

  // Show the explorer's sentence, or show it anew in another mode.
  show(sentence, mode) {
    Object.assign(this, { sentence, mode, written: sentence.written[this.system] });
    const { parts, lines, written, attends } = this;
    this.root.setAttribute("aria-label", `System ${this.number}: ${this.name}`);
    parts.bleu.textContent = `BLEU of this sentence: ${written.bleu.toFixed(1)}`;
    parts.source.setAttribute("aria-label", `Source words, ${this.name}`);
    parts.target.setAttribute("aria-label", `Translation by ${this.name}`);
    lines.source.show(sentence.words, attends ? sentence.words.length + 1 : 0);
    lines.target.show(written.words, attends ? written.weights.rows : 0);
    parts.weights.hidden = !attends;
    if (attends) this.showWeights();
    this.point(null);
  }

  showWeights() {
    const { parts, written, mode } = this;
    for (const side of ["source", "target"]) {
      const line = this.lines[side];
      for (let index = 0; index < line.count; index += 1) {
        line.name(index, spoken(this.toldOf(side, index, linksOf(written, mode, side, index))));
      }
    }
    const label = `Weights of ${this.name}: source across, translation down`;
    parts.matrix.setAttribute("aria-label", `${label}. The table below has the same numbers.`);
    parts.frame.setAttribute("aria-label", label);
    parts.table.setAttribute("aria-label", `Table of the weights of ${this.name}`);
    // Measured when it is visible: the width of the frame decides the size of a cell.
    this.matrix.show(this.named("source"), this.named("target"), this.strength());
    this.fillTable();
  }

  resized() {
    if (!this.attends || this.parts.frame.clientWidth === this.matrix.room) return;
    this.matrix.measure();
    this.explorer.point();
  }

  wordsOf(side) {
    return side === "source" ? this.sentence.words : this.written.words;
  }

  // The words of a side that have weights, the end of sentence by name.
  named(side) {
    const words = this.wordsOf(side);
    return Array.from({ length: this.lines[side].count }, (_, index) => words[index] ?? "(end)");
  }

  // A word as an element of its own, which keeps its language and its direction; `end` where the
  // sentence has ended.
  isolated(side, index, end = END) {
    const word = this.wordsOf(side)[index];
    return word === undefined ? end : element("bdi", { lang: this.lines[side].language }, word);
  }

  toldOf(side, index, links) {
    const named = (other) => this.isolated(OTHER[side], other);
    return toldLinks(links, named, this.mode, side);
  }

  strength() {
    const { written, mode } = this;
    if (mode === "soft") return (target, source) => written.weights.at(target, source);
    return (target, source) => (written.hard[target] === source ? 1 : 0);
  }

  fillTable() {
    const { parts } = this;
    if (!parts.details.open || !this.attends) return parts.table.replaceChildren();
    const caption = `${this.name}, ${this.mode} alignment: what each word of the translation looks at`;
    const heads = (side) =>
      Array.from({ length: this.lines[side].count }, (_, index) => this.isolated(side, index, "(end)"));
    parts.table.replaceChildren(
      weightsTable(caption, heads("source"), heads("target"), this.strength()),
    );
  }

  // Light what belongs to the word at `place`, {side, index, across?}, or nothing.
  point(place) {
    const { parts, lines } = this;
    if (!this.attends) {
      parts.told.textContent = "This system carries the source in one vector: it has no weights.";
      return;
    }
    if (place === null || place.index >= lines[place.side].count) {
      for (const line of Object.values(lines)) line.light(null, null, this.mode);
      parts.told.textContent = "Point at a word, or move to it with the keyboard.";
      this.matrix.draw(null);
      return;
    }
    const { side, index, across } = place;
    const links = linksOf(this.written, this.mode, side, index);
    lines[side].light(null, index, this.mode);
    lines[OTHER[side]].light(links, null, this.mode);
    const word = element("strong", {}, this.isolated(side, index));
    parts.told.replaceChildren(word, " ", ...this.toldOf(side, index, links));
    if (across != null) {
      parts.told.append(". Here: ", this.isolated("source", across), ` ${percent(links[across])}`);
    }
    this.matrix.draw(place);
  }
}
