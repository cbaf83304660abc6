import { resolve } from "node:path";
import { openApp } from "~/boot/app.server";
import type { Config } from "~/config.server";
import { plural } from "~/core/plural";
import { commandLine } from "~/core/settings/command-line.server";
import { takeServerLock } from "~/db/server-lock.server";
import { importCompany } from "~/operations/company-transfer/import-company.server";
import { requireOneArgument } from "../usage-error";

/** company:import FILE: imports a company while no server is running. The transaction can take a minute. */
export async function companyImport(config: Config, args: string[]): Promise<number> {
  const file = requireOneArgument(args, "FILE");
  const unlock = takeServerLock(config.dataDir);
  const app = openApp(config);
  try {
    const { company, rows, accounts, passwords, frozen } = await importCompany(app, resolve(file));
    const count = Object.values(rows).reduce((sum, of) => sum + of, 0);
    console.log(`${company} was imported: ${plural(count, "row")}, verified against the file.`);
    if (accounts.open.length > 0) {
      console.log(
        `New therapist accounts (send each a link under User Management > Reset PW): ${accounts.open.join(", ")}`,
      );
    }
    if (accounts.closed.length > 0) {
      console.log(
        `Closed accounts (an admin can open them and assign a role): ${accounts.closed.join(", ")}`,
      );
    }
    if (passwords.length > 0) {
      console.log(
        `Under Databases, enter the order system's user name and password again for: ${passwords.join(", ")}`,
      );
    }
    if (frozen) {
      console.log(
        `The company was frozen, so its waiting messages will be sent from here. Start the server, then finish the move on the old one with: ${commandLine("company:moved", `"${company}" URL`)}`,
      );
      return 0;
    }
    console.log(
      `Messages that the old installation may have sent were not sent. Admins can review them under Deliveries, "Possibly sent".`,
    );
    return 0;
  } finally {
    await app.close();
    unlock();
  }
}
