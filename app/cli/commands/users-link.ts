import { parseArgs } from "node:util";
import { makeEmergencyLink } from "~/accounts/passwords/send-reset-link.server";
import type { App } from "~/boot/app.server";
import { emailAddress } from "~/core/fields";
import { parse } from "~/http/request/input.server";
import { requireOneArgument } from "../usage-error";

/** users:link EMAIL [--two-step-off]: prints a link to set a password, for when no one can sign in. */
export async function usersLink(app: App, args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { "two-step-off": { type: "boolean", default: false } },
  });
  const email = parse(emailAddress, requireOneArgument(positionals, "EMAIL"));
  console.log(await makeEmergencyLink(app, { email, twoStepOff: values["two-step-off"] }));
  return 0;
}
