import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { operator } from "~/core/who";
import { removeTwoStep } from "../sign-in/two-step.server";
import { makePasswordLink } from "./password-link.server";

/**
 * Prints a link to set a user's password, for when no one can sign in.
 * @param input.twoStepOff also turns off the user's two-step sign-in
 * @throws Refusal "missing" for an unknown email; "conflict" for a closed account
 */
export function printPasswordLink(app: App, input: { email: string; twoStepOff: boolean }): Promise<string> {
  return app.db.transaction().execute(async (trx) => {
    const user = await trx
      .selectFrom("users")
      .select(["id", "disabled_at"])
      .where("email", "=", input.email)
      .executeTakeFirst();
    if (!user) throw new Refusal("missing", "There is no such user.");
    if (user.disabled_at !== null) throw new Refusal("conflict", "This account is closed.");
    if (input.twoStepOff) await removeTwoStep(trx, user.id);
    await logAudit(trx, app, operator, {
      action: "access.emergency",
      subject: `user ${user.id}`,
      details: { two_step_off: input.twoStepOff },
    });
    return makePasswordLink(trx, app, user.id, "reset");
  });
}
