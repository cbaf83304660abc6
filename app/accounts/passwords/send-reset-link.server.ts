import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { operator, type Who } from "~/core/who";
import { removeTwoStep } from "../sign-in/remove-two-step.server";
import { isLocalOff } from "../sso/sso-settings.server";
import { findUser } from "../users/users.server";
import { makePasswordLink, sendPasswordLink } from "./password-link.server";

/** Sends a user a new invitation, or a link to set a new password. */
export function sendResetLink(app: App, who: Who, id: number) {
  return app.db.transaction().execute(async (trx) => {
    const user = await findUser(trx, id);
    if (user.status === "closed") throw new Refusal("conflict", "This account is closed. Reopen it first.");
    if (await isLocalOff(trx, id)) {
      throw new Refusal("conflict", `${user.name} signs in with single sign-on only. Unlink the user first.`);
    }
    const kind = user.status === "invited" ? "invitation" : "reset";
    await sendPasswordLink({ trx, app }, id, kind);
    await logAudit({ trx, app, who }, "password.link-sent", `user ${id}`, { kind });
    const link = kind === "invitation" ? "new invitation" : "link to set a new password";
    return { kind, message: `A ${link} was sent to ${user.email}.` } as const;
  });
}

/** Makes a link to set a user's password, for emergencies when no one can sign in. @throws Refusal */
export function makeEmergencyLink(app: App, input: { email: string; twoStepOff: boolean }): Promise<string> {
  return app.db.transaction().execute(async (trx) => {
    const user = await trx
      .selectFrom("users")
      .select(["id", "disabled_at"])
      .where("email", "=", input.email)
      .executeTakeFirstOrThrow(() => new Refusal("missing", "User not found."));
    if (user.disabled_at !== null) throw new Refusal("conflict", "This account is closed.");
    if (input.twoStepOff) await removeTwoStep(trx, user.id);
    await logAudit({ trx, app, who: operator }, "access.emergency", `user ${user.id}`, {
      two_step_off: input.twoStepOff,
    });
    return makePasswordLink({ trx, app }, user.id, "reset");
  });
}
