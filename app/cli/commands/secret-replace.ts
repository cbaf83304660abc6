import { parseArgs } from "node:util";
import { openApp } from "~/boot/app.server";
import type { Config } from "~/config.server";
import { plural } from "~/core/plural";
import { commandLine } from "~/core/settings/command-line.server";
import { operator } from "~/core/who";
import { takeServerLock } from "~/db/server-lock.server";
import { replaceSecret } from "~/operations/secret/replace-secret.server";

const price = `A new secret can't open what the old one sealed. If the old one can be found anywhere, put it back instead, in
APP_SECRET or DATA_DIR/app-secret: every backup holds it, and then nothing is lost.

Orders, visits, users, consents, conversations and passwords of the staff stay. Permanently lost:
  - the access codes and links that patients hold: they get new ones under Pending Codes
  - two-step sign-in by an authenticator app, and all recovery codes: until people set them up again, their password alone lets them in
  - the user names and passwords of order systems: enter them again under Databases
  - messages that wait to be sent, which are set aside, and the wording of notices that were sent
  - every session: everybody signs in again
  - the audit log's seal so far: its rows stay, and a change from now on shows; whether they were changed before can be seen with the old secret alone

To go on: ${commandLine("secret:replace", "--replace")}`;

/** secret:replace [--replace]: starts with a new secret if the old one is lost. */
export async function secretReplace(config: Config, args: string[]): Promise<number> {
  const { values } = parseArgs({ args, options: { replace: { type: "boolean", default: false } } });
  if (!values.replace) {
    console.log(price);
    return 1;
  }
  const unlock = takeServerLock(config.dataDir);
  const app = openApp(config);
  try {
    const { copy, codes, links, authenticators, passwords, waiting } = await replaceSecret(app, operator);
    console.log(
      [
        `The secret is replaced. The previous database is in ${copy}.`,
        `Lost: ${plural(codes, "live access code")}, ${plural(links, "link")}, ${plural(authenticators, "authenticator app")}, ${plural(passwords, "password of an order system", "passwords of order systems")}. Set aside under Deliveries: ${plural(waiting, "waiting message")}.`,
        `Start Firstnight, and make a backup, which holds the new secret: ${commandLine("backup")}`,
      ].join("\n"),
    );
    return 0;
  } finally {
    await app.close();
    unlock();
  }
}
