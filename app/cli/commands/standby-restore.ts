import { parseArgs } from "node:util";
import type { Config } from "~/config.server";
import { plural } from "~/core/plural";
import { formerAddresses, restoreStandby, sinceText } from "~/operations/standby/restore-standby.server";
import { requireOneArgument } from "../usage-error";
import { serve } from "./restore";

/** standby:restore REPLICA [--old URL] [--no-start]: takes over from a lost machine with its replica. */
export async function standbyRestore(config: Config, args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { old: { type: "string" }, "no-start": { type: "boolean", default: false } },
  });
  const replica = requireOneArgument(positionals, "REPLICA");
  const { newest, messages, freedTimes } = await restoreStandby(
    config,
    replica,
    formerAddresses(config, values.old),
  );
  console.log(`Restored the replica: ${sinceText(newest)}.`);
  console.log(
    "The file, references, and audit log are complete. All users must sign in again, and links to set a password no longer work.",
  );
  if (messages > 0) {
    console.log(
      `${plural(messages, "message")} may have been sent since then, so Firstnight doesn't send them again. Admins can review them under Deliveries, "Possibly sent".`,
    );
  }
  if (freedTimes > 0) {
    console.log(`The next offers of ${plural(freedTimes, "freed time")} wait for one interval.`);
  }
  return values["no-start"] ? 0 : serve();
}
