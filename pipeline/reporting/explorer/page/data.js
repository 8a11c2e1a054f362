// The content that the report put into the page: sentences, words, and one run of bytes that holds
// the weights of all of them. Weights are bytes from 0 to 255, meaning 0 to 1.

// Rows are target words, columns source words, the ends of sentence last (a translation that was
// cut off has no row for its end).
class Weights {
  constructor(bytes, rows, columns) {
    Object.assign(this, { bytes, rows, columns });
  }

  at(target, source) {
    return this.bytes[target * this.columns + source] / 255;
  }
}

async function readContent() {
  const content = JSON.parse(document.getElementById("explorer-data").textContent);
  const bytes = await inflated(content.weights);
  let start = 0;
  for (const sentence of content.sentences) {
    const columns = sentence.words.length + 1;
    for (const written of sentence.written) {
      if (written.rows === undefined) continue; // a fixed context
      const size = written.rows * columns;
      written.weights = new Weights(bytes.subarray(start, start + size), written.rows, columns);
      start += size;
    }
  }
  return content;
}

async function inflated(base64) {
  const packed = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
