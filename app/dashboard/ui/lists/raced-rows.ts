import { shownStatus } from "~/core/visit-status";
import { nameRow } from "../../appointments/appointment-row-fields";

type RawRow = Record<string, unknown>;

const peopleFields = ["name", "email", "phone", "role", "status", "company"];

function cellsOf(kind: string | undefined, raw: RawRow): string[] {
  if (kind === "users") return peopleFields.map((name) => (raw[name] == null ? "" : String(raw[name])));
  const { date, time, therapist, db, patient, type, status } = nameRow(raw);
  return [date, time, therapist, db, patient, type, shownStatus(status)];
}

/**
 * Fills copies of the sample rows in #raced-table with an endpoint's rows. The server renders a sample for each
 * known status, one for other statuses, and an empty table.
 */
export function showRacedRows(list: HTMLElement, rows: RawRow[]): void {
  const template = document.getElementById("raced-table") as HTMLTemplateElement | null;
  const [filled, empty] = template?.content.cloneNode(true).childNodes ?? [];
  if (!(filled instanceof HTMLElement) || !(empty instanceof HTMLElement)) return;
  const samples = [...filled.querySelectorAll<HTMLTableRowElement>("tbody tr")];
  filled
    .querySelector("tbody")
    ?.replaceChildren(...rows.flatMap((raw) => rowFrom(samples, cellsOf(list.dataset.kind, raw)) ?? []));
  const table = rows.length > 0 ? filled : empty;
  const shown = list.querySelector(".table-frame");
  if (shown) shown.replaceWith(table);
  else list.replaceChildren(table);
}

function rowFrom(samples: HTMLTableRowElement[], texts: string[]): Node | undefined {
  const status = texts.at(-1)?.toLowerCase();
  const sample =
    samples.find((row) => row.querySelector(".status")?.textContent === status) ?? samples.at(-1);
  const row = sample?.cloneNode(true) as HTMLTableRowElement | undefined;
  texts.forEach((text, column) => {
    const cell = row?.cells[column];
    const target = cell?.querySelector(".status") ?? cell;
    if (target) target.textContent = text;
  });
  return row;
}
