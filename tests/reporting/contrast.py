"""How well the texts of an open page stand out from their grounds (WCAG 2.2, 1.4.3 and 1.4.11)."""

from __future__ import annotations

from .browser import Browser

_SCRIPT = """
const pen = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
const known = new Map();
const bytes = (colour) => {
  if (!known.has(colour)) {
    pen.clearRect(0, 0, 1, 1);
    pen.fillStyle = colour;
    pen.fillRect(0, 0, 1, 1);
    known.set(colour, [...pen.getImageData(0, 0, 1, 1).data]);
  }
  return known.get(colour);
};
const luminance = (colour) => bytes(colour).slice(0, 3)
  .map((value) => value / 255)
  .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
  .reduce((sum, value, part) => sum + value * [0.2126, 0.7152, 0.0722][part], 0);
const ratio = (one, other) => {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
};
const ground = (element) => {
  for (let at = element; at; at = at.parentElement) {
    const { backgroundColor } = getComputedStyle(at);
    if (bytes(backgroundColor)[3] > 0) return backgroundColor;
  }
  return 'white';
};
const faint = [];
const judge = (element, colour, behind, least) => {
  const found = ratio(colour, behind);
  if (found < least) faint.push([element.textContent.trim().slice(0, 40), found.toFixed(2)]);
};
let judged = 0;
for (const element of document.body.querySelectorAll('*')) {
  if (!element.checkVisibility({ visibilityProperty: true })) continue;
  const style = getComputedStyle(element);
  if ([...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim())) {
    judge(element, style.color, ground(element), 4.5);
    judged += 1;
  }
  if (element.placeholder) {
    judge(element, getComputedStyle(element, '::placeholder').color, ground(element), 4.5);
  }
  if (element.matches('input:not([type=radio]), select, button:not([aria-disabled=true])')) {
    judge(element, style.borderTopColor, ground(element.parentElement), 3);
  }
}
return [judged, faint];
"""


def too_faint(browser: Browser) -> list[list[str]]:
    """The visible texts below 4.5 to 1 and the edges of fields below 3 to 1, with their ratios."""
    judged, faint = browser.run(_SCRIPT)
    assert judged > 20
    return faint
