// Everything that the pointer can do, for a word that has the focus.

function listenToKeys(explorer) {
  explorer.parts.panes.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const place = placeOf(explorer, event.target);
    if (place && act(explorer, place, event.key)) event.preventDefault();
  });
}

// The word that is `target`, as {pane, side, index}; null where it is none.
function placeOf(explorer, target) {
  for (const pane of explorer.panes) {
    for (const line of Object.values(pane.lines)) {
      const index = line.options.indexOf(target);
      if (index >= 0) return line.place(index);
    }
  }
  return null;
}

// Whether `key` meant something here.
function act(explorer, { pane, side, index }, key) {
  const line = pane.lines[side];
  const forward = line.leftward ? -1 : 1;
  const acts = {
    ArrowRight: () => line.focus(index + forward),
    ArrowLeft: () => line.focus(index - forward),
    Home: () => line.focus(0),
    End: () => line.focus(line.count - 1),
    ArrowDown: () => side === "source" && toPartner(pane, side, index),
    ArrowUp: () => side === "target" && toPartner(pane, side, index),
    PageDown: () => walk(explorer, pane, side, 1),
    PageUp: () => walk(explorer, pane, side, -1),
    o: () => toOther(explorer, pane, side, index),
    s: () => explorer.turn(pane, side, index),
    Escape: () => explorer.hold(null),
  };
  acts[key]?.();
  return key in acts;
}

function toPartner(pane, side, index) {
  const [partner] = strongest(linksOf(pane.written, pane.mode, side, index), 1);
  if (partner !== undefined) pane.lines[OTHER[side]].focus(partner);
}

function walk(explorer, pane, side, by) {
  const before = explorer.sentence;
  explorer.sentences.step(by);
  if (explorer.sentence !== before) pane.lines[side].focus(0);
}

function toOther(explorer, pane, side, index) {
  const other = explorer.panes.find((one) => one !== pane);
  if (other === undefined) return;
  if (!other.attends) explorer.say(`${other.name} has no weights`);
  other.lines[side].focus(side === "source" ? index : 0);
}
