import { createReadStream } from "node:fs";
import { parseArgs } from "node:util";
import type { App } from "~/boot/app.server";
import { operator } from "~/core/who";
import { importOrders } from "~/orders/import/import-orders.server";

/** orders:import FILE.csv: takes orders in; exit code 1 where any line was bad. */
export async function ordersImport(app: App, args: string[]): Promise<number> {
  const [file] = parseArgs({ args, allowPositionals: true }).positionals;
  if (!file) {
    console.error("Name the file: npm run orders:import -- FILE.csv");
    return 2;
  }
  try {
    const { inserted, updated, unchanged, errors } = await importOrders(
      app,
      operator,
      createReadStream(file),
    );
    for (const { line, field, error } of errors) console.error(`line ${line}, ${field}: ${error}`);
    console.log(`inserted ${inserted}, updated ${updated}, unchanged ${unchanged}, errors ${errors.length}`);
    return errors.length > 0 ? 1 : 0;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : null;
    if (code !== "ENOENT" && code !== "EISDIR" && code !== "EACCES") throw error;
    console.error(`The file ${file} can't be read.`);
    return 1;
  }
}
