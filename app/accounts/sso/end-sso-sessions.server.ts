import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { refund, spend, spent } from "~/boot/rate-limits.server";
import { clientKey } from "~/core/client-key";
import { Refusal } from "~/core/refusal";
import { hashToken } from "~/core/secrets.server";
import type { Who } from "~/core/who";
import { clockTolerance, verifyLogoutToken } from "~/integrations/oidc/logout-token.server";
import { logoutTokens, usedLogoutTokens } from "../sign-in/sign-in-limits.server";
import { providerSettings, requireSso } from "./sso-settings.server";

const refused = () => new Refusal("malformed", "The logout token is not valid.");

/**
 * Ends the sessions of the user who signed out at the provider. If the token has only a session ID, ends that session.
 * @throws Refusal "malformed" for an invalid or used token
 */
export async function endSsoSessions(app: App, who: Who, token: string): Promise<void> {
  await spend(app, logoutTokens, clientKey(who.address));
  const settings = providerSettings(app, await requireSso(app.reads));
  const verified = verifyLogoutToken(settings, token, app.clock.now()).catch((error: { code?: string }) => {
    // The error isn't logged, because it can contain the token's claims.
    app.log.warn({ problem: error.code ?? "not a logout token" }, "back-channel logout");
    throw refused();
  });
  const { iss, jti, issuedAt, sub, sid = "" } = await verified;
  await app.db.transaction().execute(async (trx) => {
    const limits = { db: trx, clock: app.clock };
    const use = hashToken(`${iss} ${jti}`);
    if ((await spent(limits, usedLogoutTokens, use)) > 0) throw refused();
    await spend(limits, usedLogoutTokens, use);
    const end = (table: "sessions" | "sign_in_challenges") =>
      trx
        .deleteFrom(table)
        .where("created_at", "<=", issuedAt + clockTolerance)
        .where((where) =>
          sub
            ? where(
                "user_id",
                "=",
                where.selectFrom("users").select("id").where("sso_subject", "=", `${iss} ${sub}`),
              )
            : where("sso_sid", "=", sid),
        )
        .returning("user_id")
        .execute();
    const [ended] = [...(await end("sessions")), ...(await end("sign_in_challenges"))];
    if (!ended) return;
    await logAudit({ trx, app, who }, "session.all-ended", `user ${ended.user_id}`, { by: "single sign-on" });
  });
  await refund(app, logoutTokens, clientKey(who.address));
}
