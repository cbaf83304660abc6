import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import type { Who } from "~/core/who";
import { oidcProblem } from "~/integrations/oidc/oidc-problem.server";
import { discover } from "~/integrations/oidc/provider.server";
import { providerSettings, recordProvider, requireSso } from "./sso-settings.server";

export interface SsoTest {
  ok: boolean;
  sentences: string[];
}

/** Requests the provider's public settings and explains the result. */
export async function testSso(app: App, who: Who): Promise<SsoTest> {
  const row = await requireSso(app.reads);
  await app.db.transaction().execute((trx) => logAudit({ trx, app, who }, "single-sign-on.tested"));
  try {
    const provider = await discover(providerSettings(app, row), app.clock.now());
    const { issuer, backchannel_logout_supported: logsOut } = provider.serverMetadata();
    await recordProvider(app, null);
    return {
      ok: true,
      sentences: [
        `The provider responded as ${issuer}.`,
        logsOut
          ? "It supports back-channel logout: signing out there also ends sessions here."
          : "It doesn't list support for back-channel logout, so signing out there may not end sessions here.",
        "To check the client ID, the secret, and the roles, run a test sign-in.",
      ],
    };
  } catch (error) {
    const message = error instanceof Refusal ? error.message : oidcProblem(error).message;
    await recordProvider(app, message);
    return { ok: false, sentences: [message] };
  }
}
