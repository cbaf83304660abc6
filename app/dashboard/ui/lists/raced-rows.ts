import { nameRow } from "../../appointments/appointment-row-fields";

const known = new Set(["submitted", "confirmed", "completed", "cancelled", "pending"]);

type Raw = Record<string, unknown>;

const textIn = (raw: Raw, name: string) => (raw[name] == null ? "" : String(raw[name]));

function cellsOf(kind: string, raw: Raw): string[] {
  if (kind === "users") {
    return ["name", "email", "phone", "role", "status", "company"].map((name) => textIn(raw, name));
  }
  const { date, time, therapist, db, patient, type, status } = nameRow(raw);
  return [date, time, therapist, db, patient, type, status];
}

/** Fills the table of a list with rows as an endpoint answered them. */
export function renderRows(list: HTMLElement, rows: Raw[]): void {
  const body = list.querySelector("tbody");
  if (!body) return;
  const kind = list.dataset.kind ?? "appointments";
  const classes = [...(list.querySelectorAll("thead th") ?? [])].map((head) => head.className);
  const drawn = rows.map((raw) => {
    const row = document.createElement("tr");
    cellsOf(kind, raw).forEach((text, column) => {
      const cell = row.insertCell();
      cell.className = classes[column] ?? "";
      if (kind === "appointments" && column === 6) {
        const word = document.createElement("span");
        const name = text.toLowerCase();
        word.className = `status ${known.has(name) ? name : "other"}`;
        word.textContent = text;
        cell.append(word);
      } else cell.textContent = text;
    });
    return row;
  });
  if (drawn.length > 0) {
    body.replaceChildren(...drawn);
    return;
  }
  const none = document.createElement("tr");
  const cell = none.insertCell();
  cell.className = "none";
  cell.colSpan = classes.length;
  cell.textContent = list.dataset.none ?? list.dataset.failed ?? "";
  body.replaceChildren(none);
}
