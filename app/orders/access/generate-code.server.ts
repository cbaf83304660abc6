import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import type { Who } from "~/core/who";
import type { GenerateCode } from "../order-schema";
import { makeAccessCode } from "./make-access-code.server";
import { orderForCode } from "./order-for-code.server";
import { sendCode, unreachable } from "./send-code.server";

/** Replaces the order's live code. Creates the order if it is unknown. @throws Refusal */
export function generateCode(app: App, who: Who, input: GenerateCode) {
  return app.db.transaction().execute(async (trx) => {
    const orderId = await orderForCode(trx, app, input);
    const to = { phone: input.phone ?? null, email: input.email ?? null };
    const { id, code } = await makeAccessCode(trx, app, orderId, to);
    const link = await sendCode(trx, app, { orderId, code, ...to });
    if (link === null) throw unreachable();
    await logAudit(trx, app, who, "code.generated", `order ${orderId}`);
    return { id, orderId, code, link };
  });
}
