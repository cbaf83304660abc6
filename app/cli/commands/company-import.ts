import { resolve } from "node:path";
import { openApp } from "~/boot/app.server";
import type { Config } from "~/config.server";
import { plural } from "~/core/plural";
import { takeServerLock } from "~/db/server-lock.server";
import { importCompany } from "~/operations/company-transfer/import-company.server";
import { requireOneArgument } from "../usage-error";

/** company:import FILE: takes a company in, while no server runs: it may take a minute, and nobody else could write. */
export async function companyImport(config: Config, args: string[]): Promise<number> {
  const file = requireOneArgument(args, "FILE");
  const unlock = takeServerLock(config.dataDir);
  const app = openApp(config);
  try {
    const { company, rows, accounts, passwords } = await importCompany(app, resolve(file));
    const count = Object.values(rows).reduce((sum, of) => sum + of, 0);
    console.log(`${company} is here: ${plural(count, "row")}, read again and the same as in the file.`);
    if (accounts.open.length > 0) {
      console.log(`New therapists' accounts; send each a link under Users: ${accounts.open.join(", ")}`);
    }
    if (accounts.closed.length > 0) {
      console.log(`Closed until an admin opens them and gives a role: ${accounts.closed.join(", ")}`);
    }
    if (passwords.length > 0) {
      console.log(
        `Enter the order system's user and password again under Databases: ${passwords.join(", ")}`,
      );
    }
    console.log("Messages that waited are set aside: look at Deliveries as an admin.");
    return 0;
  } finally {
    await app.close();
    unlock();
  }
}
