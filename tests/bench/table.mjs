// Formats the results as a Markdown table.

const columns = ["figure", "value", "reference", "ratio", "target", "met"];

/** Results from a shared machine are precise to three digits at most. */
function short(number) {
  if (number === undefined) return "";
  const size = Math.abs(number);
  // Small layout shifts miss their target of 0, so they aren't shown as 0.
  const digits = size >= 100 ? 0 : size >= 10 ? 1 : size >= 0.01 ? 2 : 4;
  return number.toLocaleString("en-US", { maximumFractionDigits: digits });
}

function cellsOf({ figure, value, unit, reference, ratio, target = "", met }) {
  return {
    figure,
    value: `${short(value)} ${unit}`,
    reference: reference === undefined ? "" : `${short(reference)} ${unit}`,
    ratio: ratio === undefined ? "" : `${short(ratio)}×`,
    target,
    met: met === undefined ? "" : met ? "met" : "not met",
  };
}

/** Formats rows with aligned columns. */
export function tableOf(rows) {
  const cells = [Object.fromEntries(columns.map((name) => [name, name])), ...rows.map(cellsOf)];
  const widths = columns.map((name) => Math.max(...cells.map((row) => row[name].length)));
  const lineOf = (row) => `| ${columns.map((name, i) => row[name].padEnd(widths[i])).join(" | ")} |`;
  const rule = `| ${widths.map((width) => "-".repeat(width)).join(" | ")} |`;
  const [head, ...body] = cells.map(lineOf);
  return [head, rule, ...body].join("\n");
}
