import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import type { Who } from "~/core/who";
import type { Check } from "~/integrations/order-system/order-system";
import { OrderSystemFailure } from "~/integrations/order-system/order-system-failure";
import { findDatabase } from "./databases.server";
import { addOrderStates } from "./order-states.server";
import { orderSystemOf } from "./order-systems.server";

export async function testConnection(app: App, who: Who, { name }: { name: string }): Promise<Check[]> {
  await findDatabase(app, name);
  const checks = await tryAll(app, name);
  const ok = checks.every((check) => check.ok);
  const found = ok ? await findStates(app, name) : { states: [], checks: [] };
  await app.db.transaction().execute(async (trx) => {
    await addOrderStates(trx, name, found.states, app.clock.now());
    await logAudit({ trx, app, who }, "database.tested", `database ${name}`, { ok });
  });
  return [...checks, ...found.checks];
}

async function tryAll(app: App, name: string): Promise<Check[]> {
  try {
    return await (await orderSystemOf(app, name)).test();
  } catch (error) {
    if (!(error instanceof OrderSystemFailure)) throw error;
    return [{ name: "Settings", ok: false, sentence: error.message }];
  }
}

async function findStates(app: App, name: string) {
  try {
    const states = await (await orderSystemOf(app, name)).listOrderStates();
    if (states.length === 0) return { states, checks: [] };
    const sentence = `${states.length} states were found. Choose a step for each.`;
    return { states, checks: [{ name: "Order states", ok: true, sentence }] };
  } catch (error) {
    if (!(error instanceof OrderSystemFailure)) throw error;
    return { states: [], checks: [{ name: "Order states", ok: false, sentence: error.message }] };
  }
}
