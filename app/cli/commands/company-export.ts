import { resolve } from "node:path";
import type { App } from "~/boot/app.server";
import { plural } from "~/core/plural";
import { exportCompany } from "~/operations/company-transfer/export-company.server";
import { UsageError } from "../usage-error";

/** company:export NAME FILE: writes all that belongs to a company, beside a running server or without one. */
export async function companyExport(app: App, [name, file, ...more]: string[]): Promise<number> {
  if (!name || !file || more.length > 0) {
    throw new UsageError(
      "It takes the name of a company and of a file. Words with spaces stand between quotes.",
    );
  }
  const rows = await exportCompany(app, name, resolve(file));
  const count = Object.values(rows).reduce((sum, of) => sum + of, 0);
  console.log(
    `${resolve(file)}\n${plural(count, "row")}: ${Object.entries(rows)
      .map(([n, of]) => `${of} ${n}`)
      .join(", ")}.`,
  );
  console.log(
    "It holds patients' data and their codes in the clear: keep it where nobody gets at it, and remove it after the move.",
  );
  return 0;
}
