import { createReadStream } from "node:fs";
import { sql } from "kysely";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import type { Db } from "~/db/open.server";
import type { FirstNights } from "~/nights/first-nights.server";
import { type Night, problemOf } from "~/nights/save-nights.server";
import { cellValue } from "~/orders/import/cells";
import { csvRows } from "~/orders/import/csv-rows.server";
import { readHead } from "~/orders/import/file-head.server";
import { columnOfTotals, countKnown, type Mapping, type NightField } from "./columns";
import { hasTime, minutesIn, nightIn } from "./night-in-row";

/** The nights in memory are bounded by this. 90 nights of 2,700 patients fit. */
const mostRows = 250_000;
const rowsPerLookup = 500;
const examplesShown = 5;

/** Why a row isn't saved, in the words for staff. */
export const causes = {
  line: "The line can't be read. Correct it in the file.",
  no_patient: "The row has no patient ID, or one that isn't a number.",
  unknown_patient: "No patient with this ID is in Firstnight. Import the order first.",
  not_followed:
    "This patient's first 90 nights aren't followed. A supervisor can follow them on the order's page.",
  ended: "Following this patient's nights has ended.",
  other_patient: "The file has another name for this patient ID. Check whose nights these are.",
  no_date:
    "The row has no date. Totals over several nights can't be used, because the rule asks for each night.",
  bad_date: "The date can't be read. Write it like 2026-12-01 or 12/1/2026.",
  no_use: "The row has no use. The night counts as missing.",
  bad_use: "The use can't be read. Write minutes like 412, or hours like 6:52 or 6.87.",
  negative: "The use is less than 0.",
  too_long: "The use is more than 24 hours. A row has the use of one night.",
  before: "The night is before the setup, or before the first night from which the 90 count.",
  future: "This night hasn't begun.",
  contradicts:
    "The file has this night twice with different use, and no serial numbers tell two devices apart.",
} as const;
type Cause = keyof typeof causes;

interface RefusedRows {
  cause: Cause;
  count: number;
  examples: { line: number; patient: string; value: string }[];
}

export interface ReadNights {
  rows: number;
  /** Totals and repeated column names. */
  skipped: number;
  refused: RefusedRows[];
  nights: Map<number, Night[]>;
}

interface Patient {
  followed: FirstNights | null;
  name: string | null;
}

interface FileRow {
  line: number;
  value(field: NightField): string;
}

/**
 * Reads a file of nights row by row, without saving anything.
 * @throws Refusal "invalid" for a file without rows, with totals per patient only, or with too many rows
 */
export async function readNights(app: App, path: string, mapping: Mapping): Promise<ReadNights> {
  const head = await readHead(path, mapping.headerLine, countKnown);
  refuseTotals(head.header);
  const now = app.clock.now();
  const dateAt = mapping.columns.date ?? -1;
  const isTimed = head.rows.some((cells) => hasTime(cellValue("", cells[dateAt] ?? ""), now));
  const reader = new NightReader(app, { mapping, isTimed });
  let header: string[] | null = null;
  let batch: FileRow[] = [];
  const file = createReadStream(path, { highWaterMark: 16_384 });
  for await (const record of csvRows(file, mapping.headerLine)) {
    if ("error" in record) {
      reader.rows += 1;
      reader.refuse("line", { line: record.line, patient: "", value: record.error });
      continue;
    }
    const { line, fields: cells } = record;
    if (header === null) {
      header = cells;
      continue;
    }
    if (isNoNight(cells, header)) {
      reader.skipped += 1;
      continue;
    }
    reader.rows += 1;
    if (reader.rows > mostRows) {
      throw new Refusal(
        "invalid",
        `This file has more than ${mostRows.toLocaleString("en-US")} rows. Split it, and upload the parts.`,
      );
    }
    batch.push({
      line,
      value: (field) => {
        const index = mapping.columns[field];
        return index === undefined ? "" : cellValue(field, cells[index] ?? "").trim();
      },
    });
    if (batch.length < rowsPerLookup) continue;
    await reader.take(batch);
    batch = [];
  }
  await reader.take(batch);
  return reader.result();
}

/** @throws Refusal "invalid" if the file has totals per patient */
export function refuseTotals(header: readonly string[]): void {
  const name = columnOfTotals(header);
  if (name === undefined) return;
  throw new Refusal(
    "invalid",
    `This file has totals per patient (“${name}”), but the rule asks for each night. Export one row per patient and night, then upload that file.`,
  );
}

/** True for a total below the rows, or the column names again. */
const isNoNight = (cells: readonly string[], header: readonly string[]): boolean =>
  cells.every((cell, index) => cell === header[index]) ||
  /^(grand |sub)?(totals?|averages?)\b/i.test(cells.find((cell) => cell.trim() !== "")?.trim() ?? "");

const wordsOf = (name: string): string[] =>
  name
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length > 1);

/** False only if both are known and share no word. Files write names in many orders and spellings. */
function mayBeSameName(known: string | null, given: string): boolean {
  const words = wordsOf(known ?? "");
  const others = wordsOf(given);
  return words.length === 0 || others.length === 0 || others.some((word) => words.includes(word));
}

class NightReader {
  rows = 0;
  skipped = 0;
  readonly #app: App;
  readonly #mapping: Mapping;
  readonly #isTimed: boolean;
  readonly #now: number;
  readonly #patients = new Map<string, Patient | null>();
  readonly #refused = new Map<Cause, RefusedRows>();
  readonly #nights = new Map<number, Map<string, Night>>();

  constructor(app: App, { mapping, isTimed }: { mapping: Mapping; isTimed: boolean }) {
    this.#app = app;
    this.#mapping = mapping;
    this.#isTimed = isTimed;
    this.#now = app.clock.now();
  }

  refuse(cause: Cause, example: RefusedRows["examples"][number]): void {
    const group = this.#refused.get(cause) ?? { cause, count: 0, examples: [] };
    this.#refused.set(cause, group);
    group.count += 1;
    if (group.examples.length < examplesShown) group.examples.push(example);
  }

  async take(rows: readonly FileRow[]): Promise<void> {
    const unknown = new Map<string, [database: string, id: number]>();
    for (const row of rows) {
      const of = this.#patientOf(row);
      if (of && !this.#patients.has(of.key)) unknown.set(of.key, [of.database, of.id]);
    }
    if (unknown.size > 0) {
      for (const key of unknown.keys()) this.#patients.set(key, null);
      for (const { brightree_db, patient_id, patient_name, ...followed } of await findPatients(
        this.#app.reads,
        [...unknown.values()],
      )) {
        const key = `${brightree_db}\n${patient_id}`;
        const known = this.#patients.get(key);
        if (known?.followed) continue;
        const { order_id, started_on, zone } = followed;
        const isFollowed = order_id !== null && started_on !== null && zone !== null;
        this.#patients.set(key, {
          name: patient_name ?? known?.name ?? null,
          followed: isFollowed ? { ...followed, order_id, started_on, zone, created_at: 0, uses: "" } : null,
        });
      }
    }
    for (const row of rows) this.#takeRow(row);
  }

  #patientOf(row: FileRow) {
    const typed = row.value("patient_id").replace(/\.0+$/, "");
    if (!/^\d{1,12}$/.test(typed) || Number(typed) === 0) return null;
    const database = row.value("brightree_db") || (this.#mapping.database ?? "");
    return { database, id: Number(typed), key: `${database}\n${Number(typed)}` };
  }

  #takeRow(row: FileRow): void {
    const hours = row.value("hours");
    const use = row.value("minutes") || hours;
    const typedDate = row.value("date");
    const example = { line: row.line, patient: row.value("patient_id"), value: `${typedDate} ${use}`.trim() };
    const night = this.#nightIn(row, { use, typedDate });
    if (typeof night === "string") this.refuse(night, example);
    else if (!this.#add(night)) this.refuse("contradicts", example);
    else if ((this.#nights.get(night.order)?.get(keyOf(night))?.minutes ?? 0) > 1440) {
      this.#nights.get(night.order)?.delete(keyOf(night));
      this.refuse("too_long", example);
    }
  }

  /** The night in a row, or why it can't be saved. */
  #nightIn(
    row: FileRow,
    { use, typedDate }: { use: string; typedDate: string },
  ): Cause | (Night & { order: number }) {
    const of = this.#patientOf(row);
    if (!of) return "no_patient";
    const patient = this.#patients.get(of.key);
    if (!patient) return "unknown_patient";
    const { followed, name } = patient;
    const givenName = ["patient_name", "first_name", "last_name"] as const;
    if (!mayBeSameName(name, givenName.map(row.value).join(" "))) return "other_patient";
    if (!followed) return "not_followed";
    if (followed.ended_at !== null) return "ended";
    if (typedDate === "") return "no_date";
    const date = nightIn(typedDate, { isTimed: this.#isTimed, now: this.#now });
    if (date === null) return "bad_date";
    if (use === "") return "no_use";
    const minutes = minutesIn(use, row.value("minutes") ? "minutes" : "hours");
    if (minutes === null) return "bad_use";
    if (minutes < 0) return "negative";
    if (minutes > 1440) return "too_long";
    if (date < followed.started_on) return "before";
    const night = { order: followed.order_id, date, minutes, device: row.value("device").slice(0, 40) };
    return problemOf(night, followed, this.#now) ? "future" : night;
  }

  /** Rows with times are parts of a night and add up. @returns false if the same night is there with other use */
  #add({ order, ...night }: Night & { order: number }): boolean {
    const nights = this.#nights.get(order) ?? new Map<string, Night>();
    this.#nights.set(order, nights);
    const same = nights.get(keyOf(night));
    if (same && !this.#isTimed) return same.minutes === night.minutes;
    nights.set(keyOf(night), { ...night, minutes: night.minutes + (same?.minutes ?? 0) });
    return true;
  }

  result(): ReadNights {
    const refused = [...this.#refused.values()].sort((one, other) => other.count - one.count);
    const nights = new Map([...this.#nights].map(([order, some]) => [order, [...some.values()]]));
    for (const [order, some] of nights) if (some.length === 0) nights.delete(order);
    return { rows: this.rows, skipped: this.skipped, refused, nights };
  }
}

const keyOf = ({ date, device }: Night) => `${date} ${device ?? ""}`;

/** The patients' orders, the newest followed one first, then those that aren't followed. */
async function findPatients(db: Db, patients: readonly [database: string, id: number][]) {
  const { rows } = await sql<
    { brightree_db: string; patient_id: number; patient_name: string | null } & {
      [Field in keyof Omit<FirstNights, "created_at" | "uses">]: FirstNights[Field] | null;
    }
  >`
    select orders.brightree_db, orders.patient_id, orders.patient_name, first_nights.order_id,
      first_nights.started_on, first_nights.zone, first_nights.visit_id, first_nights.ended_at,
      first_nights.end_reason
    from json_each(${JSON.stringify(patients)}) as given
    join orders on orders.brightree_db = given.value ->> 0 and orders.patient_id = given.value ->> 1
    left join first_nights on first_nights.order_id = orders.id
    order by first_nights.started_on desc, first_nights.order_id desc`.execute(db);
  return rows;
}
