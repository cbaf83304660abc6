import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import type { Who } from "~/core/who";
import { endSessionsOfUser } from "~/identity/sessions.server";
import { verifyLogoutToken } from "~/integrations/oidc/logout-token.server";
import { providerOf, requireSso } from "./sso-settings.server";

/** Ends the sessions of the user who signed out at the provider. @throws Refusal "malformed" for a wrong token */
export async function endSsoSessions(app: App, who: Who, token: string): Promise<void> {
  const row = await requireSso(app.reads);
  const provider = await providerOf(app, row);
  const { iss, sub } = await verifyLogoutToken(provider, token, {
    privateHosts: app.config.privateHosts,
    now: app.clock.now(),
  }).catch((cause: unknown) => {
    throw new Refusal("malformed", "The logout token is not valid.", { cause });
  });
  await app.db.transaction().execute(async (trx) => {
    const user = await trx
      .selectFrom("users")
      .select("id")
      .where("sso_subject", "=", `${iss} ${sub}`)
      .executeTakeFirst();
    if (!user) return;
    await endSessionsOfUser(trx, user.id);
    await trx.deleteFrom("sign_in_challenges").where("user_id", "=", user.id).execute();
    await logAudit(trx, app, who, {
      action: "session.all-ended",
      subject: `user ${user.id}`,
      details: { by: "single sign-on" },
    });
  });
}
