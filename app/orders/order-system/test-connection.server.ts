import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import type { Who } from "~/core/who";
import type { Check, OrderSystem } from "~/integrations/order-system/order-system";
import { OrderSystemFailure } from "~/integrations/order-system/order-system-failure";
import { findDatabase } from "./databases.server";
import { learnStates } from "./order-states.server";
import { orderSystemOf } from "./order-systems.server";

export async function testConnection(app: App, who: Who, { name }: { name: string }): Promise<Check[]> {
  await findDatabase(app, name);
  const checks = await tryAll(app, name);
  const learned = checks.every(({ ok }) => ok) ? await statesOf(app, name) : null;
  await app.db.transaction().execute(async (trx) => {
    if (learned) await learnStates(trx, name, learned.states, app.clock.now());
    await logAudit(trx, app, who, "database.tested", `database ${name}`, {
      ok: checks.every(({ ok }) => ok),
    });
  });
  return learned ? [...checks, ...learned.checks] : checks;
}

async function tryAll(app: App, name: string): Promise<Check[]> {
  try {
    return await (await orderSystemOf(app, name)).test();
  } catch (error) {
    if (!(error instanceof OrderSystemFailure)) throw error;
    return [{ name: "Settings", ok: false, sentence: error.message }];
  }
}

async function statesOf(app: App, name: string): Promise<{ states: string[]; checks: Check[] }> {
  try {
    const system: OrderSystem = await orderSystemOf(app, name);
    const states = await system.listOrderStates();
    if (states.length === 0) return { states, checks: [] };
    const sentence = `${states.length} states were found. Choose a step for each.`;
    return { states, checks: [{ name: "Order states", ok: true, sentence }] };
  } catch (error) {
    if (!(error instanceof OrderSystemFailure)) throw error;
    return { states: [], checks: [{ name: "Order states", ok: false, sentence: error.message }] };
  }
}
