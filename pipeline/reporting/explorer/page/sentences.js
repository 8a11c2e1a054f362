// The list of sentences: filtered by length and text, walked by previous and next.

class Sentences {
  constructor(parts, sentences, chosen) {
    Object.assign(this, { parts, chosen, found: [] });
    this.all = sentences.map((sentence) => ({ sentence, text: searchable(sentence) }));
    const lengths = sentences.map((sentence) => sentence.words.length);
    parts.from.placeholder = String(Math.min(...lengths));
    parts.to.placeholder = String(Math.max(...lengths));
    for (const field of [parts.search, parts.from, parts.to]) {
      field.addEventListener("input", () => this.filter());
    }
    parts.list.addEventListener("change", () => this.choose(this.found[parts.list.selectedIndex]));
    parts.previous.addEventListener("click", () => this.step(-1));
    parts.next.addEventListener("click", () => this.step(1));
  }

  start(sentence) {
    this.current = sentence;
    this.filter();
  }

  filter() {
    const { parts } = this;
    const wanted = folded(parts.search.value.trim());
    const from = Number(parts.from.value) || 0;
    const to = Number(parts.to.value) || Infinity;
    this.found = this.all
      .filter(({ sentence: { words }, text }) =>
        words.length >= from && words.length <= to && text.includes(wanted))
      .map(({ sentence }) => sentence);
    parts.list.replaceChildren(...this.found.map((sentence) =>
      element("option", { dir: "auto" }, `${sentence.words.length} · ${sentence.id} · ${sentence.source}`)));
    if (!this.found.includes(this.current) && this.found.length > 0) this.choose(this.found[0]);
    else this.mark();
  }

  step(by) {
    const place = this.found.indexOf(this.current) + by;
    if (place >= 0 && place < this.found.length) this.choose(this.found[place]);
  }

  choose(sentence) {
    this.current = sentence;
    this.mark();
    this.chosen(sentence);
  }

  // Show in the list, the buttons and the count which of the sentences found is the current one. A
  // button at an end can still be focused: whoever just pressed it keeps the place on the page.
  mark() {
    const { parts, found } = this;
    const place = found.indexOf(this.current);
    parts.list.selectedIndex = place;
    parts.previous.setAttribute("aria-disabled", String(place <= 0));
    parts.next.setAttribute("aria-disabled", String(place < 0 || place === found.length - 1));
    parts.count.textContent = found.length === 0
      ? `No sentence fits; ${this.all.length} in all. ${this.current.id} stays below.`
      : `${place + 1} of ${found.length}${found.length < this.all.length ? ` (${this.all.length} in all)` : ""}`;
  }
}

function searchable({ id, source, reference, words, written }) {
  const texts = [id, source, reference, words.join(" "), ...written.map((one) => one.words.join(" "))];
  return folded(texts.join("\n"));
}

// Without capitals and accents: "agypten" finds Ägypten.
function folded(text) {
  return text.normalize("NFD").replace(/\p{Mn}/gu, "").toLowerCase();
}
