// The weights as a real table, made when it is opened: a target word a row, a source word a column.
// The words come as elements or texts.

function weightsTable(caption, sourceWords, targetWords, strength) {
  const head = element("tr", {}, element("th", { scope: "col" }, "Per cent"));
  head.append(...sourceWords.map((word) => element("th", { scope: "col" }, word)));
  const rows = targetWords.map((word, target) => {
    const row = element("tr", {}, element("th", { scope: "row" }, word));
    sourceWords.forEach((_, source) => {
      const shown = String(Math.round(100 * strength(target, source)));
      row.append(element("td", shown === "0" ? { class: "zero" } : {}, shown));
    });
    return row;
  });
  return element(
    "table", {},
    element("caption", {}, caption),
    element("thead", {}, head),
    element("tbody", {}, ...rows),
  );
}
