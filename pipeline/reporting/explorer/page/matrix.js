// The weights as a picture: source across the top, target downwards, the darker the more.
//
// Drawn on a canvas, for a long sentence has thousands of weights. The picture is for the eye; the
// words and the table say the same to everyone.

const CELL = { least: 13, most: 24 }; // in CSS pixels
const FONT = 12;
const LABEL = 150; // a longer word is squeezed

class Matrix {
  constructor(canvas, frame, explorer, pane) {
    Object.assign(this, { canvas, frame, explorer, pane });
    canvas.addEventListener("pointermove", (event) => explorer.pass(this.placeAt(event)));
    canvas.addEventListener("pointerleave", () => explorer.pass(null));
    canvas.addEventListener("click", (event) => explorer.hold(this.placeAt(event)));
  }

  // The target word of the row under the pointer, and the source word of its column.
  placeAt(event) {
    const target = Math.floor((event.offsetY - this.top) / this.cell);
    const source = Math.floor((event.offsetX - this.left) / this.cell);
    const inside = (index, words) => index >= 0 && index < words.length;
    if (!inside(target, this.targetWords)) return null;
    const across = inside(source, this.sourceWords) ? source : null;
    return { pane: this.pane, side: "target", index: target, across };
  }

  // `strength(target, source)` gives 0 to 1.
  show(sourceWords, targetWords, strength) {
    Object.assign(this, { sourceWords, targetWords, strength });
    this.measure();
    this.draw(null);
  }

  measure() {
    const pen = this.canvas.getContext("2d");
    const style = getComputedStyle(this.canvas);
    this.family = style.fontFamily;
    this.ink = style.getPropertyValue("--ink");
    this.rule = style.getPropertyValue("--rule");
    this.chosen = style.getPropertyValue("--chosen");
    this.ramp = [style.getPropertyValue("--light"), style.getPropertyValue("--dark")].map(rgb);
    pen.font = `${FONT}px ${this.family}`;
    const widest = (words) =>
      Math.min(LABEL, Math.max(0, ...words.map((word) => pen.measureText(word).width)));
    this.left = Math.ceil(widest(this.targetWords)) + 8;
    this.top = Math.ceil(widest(this.sourceWords)) + 8;
    this.room = this.frame.clientWidth;
    const each = Math.floor((this.room - this.left - 2) / this.sourceWords.length);
    this.cell = Math.max(CELL.least, Math.min(CELL.most, each));
    this.width = this.left + this.cell * this.sourceWords.length + 1;
    this.height = this.top + this.cell * this.targetWords.length + 1;
    const scale = window.devicePixelRatio || 1;
    this.canvas.width = Math.ceil(this.width * scale);
    this.canvas.height = Math.ceil(this.height * scale);
    this.canvas.style.width = `${this.width}px`;
    this.canvas.style.height = `${this.height}px`;
  }

  // `place` is the word shown, {side, index}, or null.
  draw(place) {
    const pen = this.canvas.getContext("2d");
    const scale = window.devicePixelRatio || 1;
    pen.setTransform(scale, 0, 0, scale, 0, 0);
    pen.clearRect(0, 0, this.width, this.height);
    this.drawCells(pen);
    this.drawLabels(pen, place);
    if (place) this.drawFrame(pen, place);
  }

  drawCells(pen) {
    const [light, dark] = this.ramp;
    this.targetWords.forEach((_, target) =>
      this.sourceWords.forEach((__, source) => {
        const weight = this.strength(target, source);
        const mixed = light.map((value, c) => Math.round(value + weight * (dark[c] - value)));
        pen.fillStyle = `rgb(${mixed})`;
        pen.fillRect(
          this.left + source * this.cell, this.top + target * this.cell, this.cell, this.cell,
        );
      }),
    );
    pen.strokeStyle = this.rule;
    pen.lineWidth = 1;
    pen.strokeRect(
      this.left + 0.5, this.top + 0.5, this.width - this.left - 1, this.height - this.top - 1,
    );
  }

  drawLabels(pen, place) {
    pen.textBaseline = "middle";
    pen.fillStyle = this.ink;
    const write = (word, side, index) => {
      const bold = place?.side === side && place.index === index;
      pen.font = `${bold ? "bold " : ""}${FONT}px ${this.family}`;
      pen.fillText(word, 0, 0, LABEL);
    };
    pen.textAlign = "right";
    this.targetWords.forEach((word, index) => {
      pen.save();
      pen.translate(this.left - 5, this.top + (index + 0.5) * this.cell);
      write(word, "target", index);
      pen.restore();
    });
    pen.textAlign = "left";
    this.sourceWords.forEach((word, index) => {
      pen.save();
      pen.translate(this.left + (index + 0.5) * this.cell, this.top - 5);
      pen.rotate(-Math.PI / 2);
      write(word, "source", index);
      pen.restore();
    });
  }

  drawFrame(pen, { side, index, across }) {
    const { left, top, cell } = this;
    const all = { width: this.width - left - 1, height: this.height - top - 1 };
    // Light around it: on the darkest cells the colour alone would hardly be seen.
    for (const [colour, width] of [[`rgb(${this.ramp[0]})`, 5], [this.chosen, 2]]) {
      pen.strokeStyle = colour;
      pen.lineWidth = width;
      if (side === "target") pen.strokeRect(left, top + index * cell, all.width, cell);
      else pen.strokeRect(left + index * cell, top, cell, all.height);
      if (across != null) pen.strokeRect(left + across * cell, top + index * cell, cell, cell);
    }
  }
}

function rgb(hex) {
  return [1, 3, 5].map((start) => parseInt(hex.trim().slice(start, start + 2), 16));
}
