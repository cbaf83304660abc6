import type { App } from "~/boot/app.server";
import type { Who } from "~/core/who";
import { endSession } from "~/db/sessions.server";
import { record } from "../record.server";

/** Ends the caller's session on the server; whoever has none is signed out already. */
export async function signOut(app: App, who: Who): Promise<void> {
  if (who.kind !== "staff" && who.kind !== "patient") return;
  await app.db.transaction().execute(async (trx) => {
    await endSession(trx, who.sessionId);
    if (who.kind === "staff")
      await record(trx, app, who, { action: "sign-out", subject: `user ${who.userId}` });
  });
}
