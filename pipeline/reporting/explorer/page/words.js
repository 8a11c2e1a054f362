// One line of words, source or target: a list box whose options are its words.
//
// One word at a time can be reached by Tab (a roving tabindex); arrows move among them. The words
// are isolated from each other, so that scripts of both directions stand in their order.

const LABELLED = 0.05; // from here on a lit word shows its weight as a number, too
// From here on the ground is so far from the paper that its text changes: for the ramps of both
// schemes (explorer.css) the weight at which black and white can be read equally well.
const DARK = 0.66;

class Words {
  constructor(line, side, explorer, pane) {
    Object.assign(this, { line, side, explorer, pane, options: [] });
    const indexOf = (event) => this.options.indexOf(event.target.closest("[role=option]"));
    const on = (name, act) =>
      line.addEventListener(name, (event) => indexOf(event) >= 0 && act(indexOf(event)));
    on("pointerover", (index) => explorer.pass(this.place(index)));
    line.addEventListener("pointerleave", () => explorer.pass(null));
    on("click", (index) => explorer.hold(this.place(index)));
    on("focusin", (index) => explorer.hold(this.place(index)));
  }

  place(index) {
    return { pane: this.pane, side: this.side, index };
  }

  // `count` words can be reached (0: of a system without weights), the end of sentence included.
  show(words, count) {
    this.options = words.map((word) => element("span", { class: "word" }, word));
    if (count > words.length) this.options.push(element("span", { class: "word end", lang: "en" }, "(end)"));
    this.options.slice(0, count).forEach((option, index) => {
      option.setAttribute("role", "option");
      option.setAttribute("aria-selected", "false");
      option.tabIndex = index === 0 ? 0 : -1;
    });
    // Words that cannot be chosen are a group: without any role the line could have no name.
    this.line.setAttribute("role", count === 0 ? "group" : "listbox");
    if (count === 0) this.line.removeAttribute("aria-orientation");
    else this.line.setAttribute("aria-orientation", "horizontal");
    // Spaces between the words, for those who copy the sentence.
    this.line.replaceChildren(...this.options.flatMap((option) => [option, " "]));
    this.count = count;
  }

  name(index, told) {
    const word = this.options[index].classList.contains("end") ? END : this.options[index].textContent;
    this.options[index].setAttribute("aria-label", `${word}: ${told}`);
  }

  // Light the words by `strengths`; `chosen` is the one they belong to, or null. Hard links, all of
  // them 1, need no numbers.
  light(strengths, chosen, mode) {
    this.options.slice(0, this.count).forEach((option, index) => {
      const weight = strengths?.[index] ?? 0;
      option.style.setProperty("--weight", weight.toFixed(3));
      option.classList.toggle("dark", weight >= DARK);
      option.classList.toggle("lit", weight >= LABELLED);
      option.dataset.weight = weight >= LABELLED && mode === "soft" ? `${Math.round(100 * weight)}` : "";
      option.setAttribute("aria-selected", String(index === chosen));
    });
  }

  focus(index) {
    const place = Math.max(0, Math.min(index, this.count - 1));
    if (this.count === 0) return;
    for (const option of this.options.slice(0, this.count)) option.tabIndex = -1;
    this.options[place].tabIndex = 0;
    this.options[place].focus();
  }

  get language() {
    return this.line.lang;
  }

  get leftward() {
    return getComputedStyle(this.line).direction === "rtl";
  }
}
