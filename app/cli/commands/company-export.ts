import { resolve } from "node:path";
import type { App } from "~/boot/app.server";
import { plural } from "~/core/plural";
import { commandLine } from "~/core/settings/command-line.server";
import { exportCompany } from "~/operations/company-transfer/export-company.server";
import { UsageError } from "../usage-error";

/** company:export NAME FILE: writes all data of a company to a file. */
export async function companyExport(app: App, [name, file, ...more]: string[]): Promise<number> {
  if (!name || !file || more.length > 0) {
    throw new UsageError("Enter a company's name and a file. Put values with spaces in quotes.");
  }
  const { rows, isFrozen } = await exportCompany(app, name, resolve(file));
  const count = Object.values(rows).reduce((sum, of) => sum + of, 0);
  console.log(
    `${resolve(file)}\n${plural(count, "row")}: ${Object.entries(rows)
      .map(([n, of]) => `${of} ${n}`)
      .join(", ")}.`,
  );
  console.log(
    "The file is not encrypted and contains patient data and codes. Store it where no one else has access, and delete it after the import.",
  );
  if (!isFrozen) {
    console.log(
      `${name} isn't frozen, so changes from now on are not in the file. To move a company that is in use, run ${commandLine("company:freeze", `"${name}"`)} first, and export again.`,
    );
  }
  return 0;
}
