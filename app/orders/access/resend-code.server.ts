import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import type { Who } from "~/core/who";
import { makeAccessCode } from "./make-access-code.server";
import { sendCode, unreachable } from "./send-code.server";

/** Sends a new code if this one expired, was used, or was replaced. @throws Refusal */
export function resendCode(app: App, who: Who, { id }: { id: number }) {
  return app.db.transaction().execute(async (trx) => {
    const previous = await trx
      .selectFrom("access_codes")
      .select(["id", "order_id as orderId", "code_sealed", "phone", "email", "expires_at", "ended_at"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow(() => new Refusal("missing", "Code not found."));
    const { orderId, phone, email } = previous;
    const isLive = previous.ended_at === null && previous.expires_at > app.clock.now();
    const live = isLive
      ? { id, code: app.secrets.open(previous.code_sealed), expiresAt: previous.expires_at }
      : await makeAccessCode(trx, app, orderId, { phone, email });
    const link = await sendCode(trx, app, { orderId, ...live, phone, email });
    if (link === null) throw unreachable();
    if (isLive) {
      await trx.updateTable("access_codes").set({ sent_at: app.clock.now() }).where("id", "=", id).execute();
    }
    await logAudit(trx, app, who, isLive ? "code.resent" : "code.generated", `order ${orderId}`);
    return { id: live.id, code: live.code, orderId, link };
  });
}
