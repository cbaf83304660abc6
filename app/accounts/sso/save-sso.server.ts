import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { invalidField } from "~/core/refusal";
import { roles, type Who } from "~/core/who";
import { hostOf, isPrivateHost } from "~/integrations/requests/private-address.server";
import type { SaveSso } from "./sso-schema";
import { findSso, requireLocalAdmin, unlinkAllUsers } from "./sso-settings.server";

/** An empty secret keeps the one on file. A new issuer or client requires a secret and unlinks all users. */
export async function saveSso(app: App, who: Who, input: SaveSso): Promise<void> {
  refuseUnsafeIssuer(app, input.issuer);
  await app.db.transaction().execute(async (trx) => {
    const before = await findSso(trx);
    const isSame = before?.issuer === input.issuer && before.client_id === input.client_id;
    if (!input.client_secret && !isSame) throw invalidField("client_secret", "Enter the client secret.");
    const row = {
      issuer: input.issuer,
      client_id: input.client_id,
      client_secret_sealed: input.client_secret
        ? app.secrets.seal(input.client_secret)
        : (before?.client_secret_sealed ?? ""),
      roles_claim: input.roles_claim,
      role_values: JSON.stringify(Object.fromEntries(roles.map((role) => [role, input[`role_${role}`]]))),
      domains: JSON.stringify(input.domains),
      emails_confirmed: input.emails_confirmed ? 1 : 0,
      local_off: input.local_off ? 1 : 0,
      problem: null,
      problem_at: null,
    };
    await trx
      .insertInto("single_sign_on")
      .values({ id: 1, ...row })
      .onConflict((conflict) => conflict.column("id").doUpdateSet(row))
      .execute();
    if (!isSame) await unlinkAllUsers(trx);
    await requireLocalAdmin(trx);
    const { client_secret_sealed: _, problem: __, problem_at: ___, ...details } = row;
    await logAudit({ trx, app, who }, "single-sign-on.saved", null, details);
  });
}

function refuseUnsafeIssuer({ config }: App, issuer: string): void {
  const url = new URL(issuer);
  const host = hostOf(url).toLowerCase();
  if (config.privateHosts.includes(host)) return;
  if (isPrivateHost(host)) {
    throw invalidField(
      "issuer",
      "This host is the server itself or is on a private network. To allow it, add it to the ALLOW_PRIVATE_HOSTS setting.",
    );
  }
  if (url.protocol !== "https:") throw invalidField("issuer", "Enter a URL that starts with https://.");
}

/** Users who had single sign-on can then set a password with a reset link. */
export async function removeSso(app: App, who: Who): Promise<void> {
  await app.db.transaction().execute(async (trx) => {
    await trx.deleteFrom("single_sign_on").execute();
    await unlinkAllUsers(trx);
    await logAudit({ trx, app, who }, "single-sign-on.removed");
  });
}
