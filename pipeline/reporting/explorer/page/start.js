// The explorer: one sentence, two panes, and the word that is pointed at.

class Explorer {
  constructor(root, content) {
    this.content = content;
    this.parts = partsOf(root);
    this.held = null; // the word last clicked or focused
    this.passed = null; // the word under the pointer, which goes before it
    this.panes = content.start.map(
      (slug, index) => new Pane(this, index + 1, content.systems.indexOf(slug)),
    );
    this.parts.panes.append(...this.panes.map((pane) => pane.root));
    if (this.panes.length < 2) this.parts.other.remove();
    this.modes = [...root.querySelectorAll("input[name=explorer-mode]")];
    // As the page has it: a browser that loads a page anew sets its fields as they were.
    this.mode = this.modes.find((radio) => radio.checked).value;
    for (const radio of this.modes) radio.addEventListener("change", () => this.setMode(radio.value));
    this.sentences = new Sentences(this.parts, content.sentences, (sentence) => this.show(sentence));
    listenToKeys(this);
    // A matrix is as large as its frame allows.
    new ResizeObserver(() => this.panes.forEach((pane) => pane.resized())).observe(this.parts.panes);
  }

  start() {
    const sentence = this.content.sentences[this.content.first];
    this.show(sentence);
    this.sentences.start(sentence); // which shows another where the fields of the filter are set
  }

  show(sentence) {
    this.sentence = sentence;
    this.parts.reference.textContent = sentence.reference;
    this.refresh();
  }

  refresh() {
    this.held = this.passed = null;
    for (const pane of this.panes) pane.show(this.sentence, this.mode);
    const bleus = this.panes.map((pane) => `${pane.name} BLEU ${pane.written.bleu.toFixed(1)}`);
    const { id, words } = this.sentence;
    const many = `${words.length} source ${words.length === 1 ? "word" : "words"}`;
    this.say(`Sentence ${id}, ${many}; ${bleus.join(", ")}; ${this.mode} alignment`);
  }

  setMode(mode) {
    this.mode = mode;
    for (const radio of this.modes) radio.checked = radio.value === mode;
    this.refresh();
  }

  // To the other mode, from a word that keeps the focus although it is made anew.
  turn(pane, side, index) {
    this.setMode(this.mode === "soft" ? "hard" : "soft");
    pane.lines[side].focus(index);
  }

  pass(place) {
    this.passed = place;
    this.point();
  }

  hold(place) {
    this.held = place;
    this.passed = null;
    this.point();
  }

  // A source word is the same in both panes, so both show where it went.
  point() {
    const place = this.passed ?? this.held;
    for (const pane of this.panes) {
      const shown = place && (place.side === "source" || place.pane === pane);
      pane.point(shown ? place : null);
    }
  }

  say(text) {
    this.parts.live.textContent = text;
  }
}

// The page has grown above what its address names, which not every browser follows by itself. A
// page that is loaded anew stays where its reader had moved it.
function keepPlace(root) {
  const [loaded] = performance.getEntriesByType("navigation");
  const named = document.querySelector(":target");
  if (named === null || loaded?.type !== "navigate") return;
  if (root.compareDocumentPosition(named) & Node.DOCUMENT_POSITION_FOLLOWING) named.scrollIntoView();
}

async function start() {
  if (!("DecompressionStream" in window)) return;
  const root = document.getElementById("explorer-app");
  const explorer = new Explorer(root, await readContent());
  root.hidden = false;
  document.getElementById("explorer-without").hidden = true;
  explorer.start();
  keepPlace(root);
  performance.mark("explorer ready");
}

start();
