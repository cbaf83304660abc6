const textFormula = /^="(.*)"$/s;

/** Names may begin with an apostrophe, as in "'t Hooft". */
const nameColumns = new Set(["patient_name", "first_name", "last_name", "company"]);

/** The value of a cell without the signs by which spreadsheets mark it as text: `="0099001"` and `'0099001`. */
export function cellValue(column: string, cell: string): string {
  const formula = textFormula.exec(cell)?.[1];
  if (formula !== undefined) return formula.replaceAll('""', '"');
  const isMarked = nameColumns.has(column) ? /^'[=+\-@]/.test(cell) : cell.startsWith("'");
  if (!isMarked) return cell;
  return /^'.*'$/s.test(cell) ? cell.slice(1, -1) : cell.slice(1);
}
