import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import type { Patient, Staff } from "~/core/who";
import { endSession } from "../sessions.server";

export async function signOut(app: App, sessions: (Staff | Patient)[]): Promise<void> {
  if (sessions.length === 0) return;
  await app.db.transaction().execute(async (trx) => {
    for (const who of sessions) {
      await endSession(trx, who.sessionId);
      if (who.kind === "staff") await logAudit({ trx, app, who }, "sign-out", `user ${who.userId}`);
    }
  });
}
