import { createReadStream } from "node:fs";
import { basename } from "node:path";
import { expect, test } from "vitest";
import { orderFileRows } from "~/orders/import/order-rows.server";
import { convertSpreadsheet } from "~/orders/import/read-spreadsheet.server";
import { scratchFolder } from "../support/scratch";
import { runPython } from "./run-python";

const count = 2000;

interface Written {
  file: string;
  rows: {
    line: number;
    /** Null if a required cell has a mistake. */
    read: Record<string, unknown> | null;
    /** Columns with a mistake. */
    reported: string[];
  }[];
}

test(`${count} files by Python, openpyxl, and LibreOffice are read as they were written, and mistakes are named`, {
  timeout: 900_000,
}, async () => {
  const [files] = (await runPython("order-files.py", [{ folder: scratchFolder() }])) as [Written[]];
  expect(files.length).toBe(count);
  const differences: unknown[] = [];
  for (const { file, rows } of files) {
    const read = await readOrders(file).catch(String);
    if (JSON.stringify(read) === JSON.stringify(rows)) continue;
    const first = rows.findIndex((row, index) => JSON.stringify(row) !== JSON.stringify(read[index]));
    differences.push({
      file: basename(file),
      written: rows[first],
      read: typeof read === "string" ? read : read[first],
    });
  }
  expect(differences.slice(0, 20)).toEqual([]);
  expect(differences.length).toBe(0);
});

async function readOrders(path: string): Promise<Written["rows"]> {
  await convertSpreadsheet(path);
  const rows: Written["rows"] = [];
  for await (const row of orderFileRows(createReadStream(path), Date.parse("2026-11-01T12:00:00Z"))) {
    if ("header" in row || "skipped" in row) continue;
    const reported = row.problems.map(({ field }) => field);
    rows.push({ line: row.line, read: "order" in row ? comparable(row.order) : null, reported });
  }
  return rows;
}

/** In the order in which the Python program writes them. */
function comparable(order: Record<string, unknown>): Record<string, unknown> {
  const columns = "brightree_db patient_id sales_order_no patient_name dob phone email state".split(" ");
  const values = Object.fromEntries(columns.map((column) => [column, order[column] ?? null]));
  return { ...values, recdate: new Date(order.recdate as number).toISOString().slice(0, 10) };
}
