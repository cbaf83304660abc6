import { parseArgs } from "node:util";
import type { App } from "~/boot/app.server";
import { filled } from "~/core/fields";
import { operator } from "~/core/who";
import { parse } from "~/http/request/input.server";
import { makeIntegrationKey } from "~/orders/keys/integration-keys.server";
import { requireOneArgument } from "../usage-error";

/** keys:make NAME: creates a key for PUT /api/orders and revokes the older key with this name. */
export async function keysMake(app: App, args: string[]): Promise<number> {
  const typed = requireOneArgument(parseArgs({ args, allowPositionals: true }).positionals, "NAME");
  const name = parse(filled(60), typed);
  console.log(await makeIntegrationKey(app, operator, { name, replace: true }));
  return 0;
}
