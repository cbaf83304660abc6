import { spawn } from "node:child_process";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Config } from "~/config.server";
import { plural } from "~/core/plural";
import { projectRoot } from "~/core/root.server";
import { systemClock } from "~/core/time";
import { restoreBackup } from "~/operations/backup/restore-backup.server";
import { requireOneArgument } from "../usage-error";

/** restore FILE [--replace] [--no-start]: restores a backup and starts the server. */
export async function restore(config: Config, args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      replace: { type: "boolean", default: false },
      "no-start": { type: "boolean", default: false },
    },
  });
  const file = requireOneArgument(positionals, "FILE");
  const { manifest, replaced, possiblySent } = await restoreBackup(config, resolve(file), {
    replace: values.replace,
    at: systemClock.now(),
  });
  console.log(
    `Restored the backup from ${manifest.made_at}: files, rows, references and audit log are complete.`,
  );
  if (replaced) console.log(`The previous database is in ${replaced}.`);
  const { messages, freedTimes } = possiblySent;
  if (messages > 0) {
    console.log(
      `${plural(messages, "message")} may have been sent since the backup, so Firstnight doesn't send them again. Admins can review them under Deliveries, "Possibly sent".`,
    );
  }
  if (freedTimes > 0) {
    console.log(
      `Offers of ${plural(freedTimes, "freed time")} may have been sent since the backup. The next offers wait for one interval.`,
    );
  }
  console.log(
    `Opt-outs from texts since ${manifest.made_at} are lost. In the Twilio console, Monitor > Logs > Messaging lists the texts that patients sent since then. Record each opt-out in the conversation with that number.`,
  );
  console.log("All users must sign in again, and links to set a password no longer work.");
  return values["no-start"] ? 0 : serve();
}

export function serve(): Promise<number> {
  const server = spawn(process.execPath, [join(projectRoot, "app/cli/start.mjs")], { stdio: "inherit" });
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => server.kill(signal));
  return new Promise((done) => server.once("exit", (code) => done(code ?? 1)));
}
