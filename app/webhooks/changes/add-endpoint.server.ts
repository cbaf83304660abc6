import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { findCompany } from "~/company/company.server";
import { invalidField, Refusal } from "~/core/refusal";
import type { Who } from "~/core/who";
import { hostOf, isPrivateHost } from "~/integrations/requests/private-address.server";
import type { AddEndpoint } from "../webhook-schema";
import { newWebhookSecret } from "../webhook-secret.server";

const mostEndpoints = 20;

/** Adds an endpoint. @returns the secret, which is shown once */
export function addEndpoint(
  app: App,
  who: Who,
  { company: name, url, events }: AddEndpoint,
): Promise<{ id: number; secret: string }> {
  refuseUnsafeAddress(app, url);
  const secret = newWebhookSecret();
  return app.db.transaction().execute(async (trx) => {
    const company = await findCompany(trx, name);
    const { count } = await trx
      .selectFrom("webhook_endpoints")
      .select((of) => of.fn.countAll<number>().as("count"))
      .where("company_id", "=", company.id)
      .where("database_name", "is", null)
      .executeTakeFirstOrThrow();
    if (count >= mostEndpoints) {
      throw new Refusal("conflict", `A company can have ${mostEndpoints} webhooks. Remove one first.`);
    }
    const { id } = await trx
      .insertInto("webhook_endpoints")
      .values({
        company_id: company.id,
        url,
        events: JSON.stringify(events),
        secret_sealed: app.secrets.seal(secret),
        created_at: app.clock.now(),
      })
      .returning("id")
      .executeTakeFirstOrThrow();
    await logAudit(trx, app, who, "webhook.added", `webhook ${id}`, { host: new URL(url).host, events });
    return { id, secret };
  });
}

function refuseUnsafeAddress({ config }: App, url: string): void {
  const address = new URL(url);
  const host = hostOf(address).toLowerCase();
  if (config.privateHosts.includes(host)) return;
  if (isPrivateHost(host)) {
    throw invalidField(
      "url",
      "This address is on the server itself or on a private network. To allow it, add it to the ALLOW_PRIVATE_HOSTS setting.",
    );
  }
  if (address.protocol !== "https:") {
    throw invalidField("url", "Events contain patient IDs. Enter an address that starts with https://.");
  }
}
