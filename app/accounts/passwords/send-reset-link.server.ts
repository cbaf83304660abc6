import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import type { Who } from "~/core/who";
import { findUser } from "../users/users.server";
import { sendPasswordLink } from "./password-link.server";

/**
 * Sends a user a link to set a new password.
 * @returns the confirmation for the admin
 * @throws Refusal "missing"; "conflict" for a closed account
 */
export function sendResetLink(app: App, who: Who, id: number): Promise<string> {
  return app.db.transaction().execute(async (trx) => {
    const user = await findUser(trx, id);
    if (user.status === "closed") throw new Refusal("conflict", "This account is closed. Reopen it first.");
    const kind = user.status === "invited" ? "invitation" : "reset";
    await sendPasswordLink(trx, app, id, kind);
    await logAudit(trx, app, who, { action: "password.link-sent", subject: `user ${id}`, details: { kind } });
    return kind === "invitation"
      ? `A new invitation was sent to ${user.email}.`
      : `A link to set a new password was sent to ${user.email}.`;
  });
}
