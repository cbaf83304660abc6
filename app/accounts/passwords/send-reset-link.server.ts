import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import type { Who } from "~/core/who";
import { findUser } from "../users/users.server";
import { sendPasswordLink } from "./password-link.server";

interface SentLink {
  kind: "invitation" | "reset";
  message: string;
}

/**
 * Sends a user the link to set a password, on an admin's request.
 * @throws Refusal "missing"; "conflict" for an account that is closed
 */
export function sendResetLink(app: App, who: Who, id: number): Promise<SentLink> {
  return app.db.transaction().execute(async (trx) => {
    const user = await findUser(trx, id);
    if (user.status === "closed") throw new Refusal("conflict", "This account is closed. Reopen it first.");
    const kind = user.status === "invited" ? "invitation" : "reset";
    await sendPasswordLink(trx, app, id, kind);
    await logAudit(trx, app, who, { action: "password.link-sent", subject: `user ${id}`, details: { kind } });
    const link = kind === "invitation" ? "new invitation" : "link to set a new password";
    return { kind, message: `A ${link} was sent to ${user.email}.` };
  });
}
