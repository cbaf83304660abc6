import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { operator } from "~/core/who";
import { removeTwoStep } from "../sign-in/two-step.server";
import { makePasswordLink } from "./password-link.server";

/**
 * The way in for whoever runs the machine, when nobody can sign in any more: a link to set a user's
 * password, by hand. It is on record as what it is.
 *
 * @param input.twoStepOff also takes the user's second step away
 * @throws Refusal "missing" for an unknown e-mail; "conflict" for an account that is closed
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
