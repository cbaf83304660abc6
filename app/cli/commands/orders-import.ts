import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { parseArgs } from "node:util";
import type { App } from "~/boot/app.server";
import { operator } from "~/core/who";
import { importOrders } from "~/orders/import/import-orders.server";
import { csvOf, isSpreadsheet } from "~/orders/import/read-spreadsheet.server";
import { requireOneArgument } from "../usage-error";

/** orders:import FILE.csv: imports orders, also from an .xlsx workbook; exit code 1 if any row has an error. */
export async function ordersImport(app: App, args: string[]): Promise<number> {
  const file = requireOneArgument(parseArgs({ args, allowPositionals: true }).positionals, "FILE.csv");
  const { inserted, updated, unchanged, errors } = await importOrders(
    app,
    operator,
    (await isSpreadsheet(file)) ? Readable.from([await csvOf(file)]) : createReadStream(file),
  );
  for (const { line, field, error } of errors) console.error(`line ${line}, ${field}: ${error}`);
  console.log(`inserted ${inserted}, updated ${updated}, unchanged ${unchanged}, errors ${errors.length}`);
  return errors.length > 0 ? 1 : 0;
}
