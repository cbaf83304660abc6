import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import type { Who } from "~/core/who";
import { sendEvent } from "./delivery/sign-and-send-event.server";
import { findEndpoint } from "./endpoints.server";
import { newMessageId, payloadOf } from "./queue-event.server";
import type { OneEndpoint, TestResult } from "./webhook-schema";

/** Sends the event `webhook.test` once and returns the result. */
export async function testEndpoint(app: App, who: Who, { id }: OneEndpoint): Promise<TestResult> {
  const endpoint = await findEndpoint(app.reads, id);
  const { status, milliseconds, error } = await sendEvent(app, endpoint, {
    messageId: newMessageId(),
    payload: payloadOf("webhook.test", app.clock.now(), {}),
  });
  const ok = error === null;
  await app.db
    .transaction()
    .execute((trx) => logAudit({ trx, app, who }, "webhook.tested", `webhook ${id}`, { ok, status }));
  return { ok, status, milliseconds, error };
}
