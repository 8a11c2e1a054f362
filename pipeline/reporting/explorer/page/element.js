// Elements made of text and never of HTML: a word of the corpus is shown, whatever it is.

function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

// The elements below `root` that the script fills, by their data-part.
function partsOf(root) {
  const found = root.querySelectorAll("[data-part]");
  return Object.fromEntries([...found].map((part) => [part.dataset.part, part]));
}
