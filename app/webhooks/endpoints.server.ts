import { randomBytes } from "node:crypto";
import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { findCompany } from "~/company/company.server";
import { invalidField, Refusal } from "~/core/refusal";
import { hour, iso, isoOrNull } from "~/core/time";
import type { Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { hostOf, isPrivateHost } from "~/integrations/requests/private-address.server";
import { countOpen, queueFailed, tryNow, webhookQueue } from "./delivery/delivery-queue.server";
import type { WebhookEvent } from "./webhook-events";
import type { AddEndpoint, OneEndpoint, ReplayDeliveries } from "./webhook-schema";

/** After a rotation, the old secret also signs events for this long. */
const overlap = 24 * hour;

/** A Standard Webhooks secret. */
const newWebhookSecret = () => `whsec_${randomBytes(32).toString("base64")}`;

const mostEndpoints = 20;

export type Endpoint = Row<"webhook_endpoints">;

const eventsOf = ({ events }: Pick<Endpoint, "events">) => JSON.parse(events) as WebhookEvent[];

export function findEndpoint(db: Db, id: number): Promise<Endpoint & { company: string }> {
  return db
    .selectFrom("webhook_endpoints")
    .innerJoin("companies", "companies.id", "webhook_endpoints.company_id")
    .selectAll("webhook_endpoints")
    .select("companies.name as company")
    .where("webhook_endpoints.id", "=", id)
    .executeTakeFirstOrThrow(() => new Refusal("missing", "Webhook not found."));
}

export async function listEndpoints(db: Db, companyId: number) {
  const endpoints = await db
    .selectFrom("webhook_endpoints")
    .selectAll()
    .where("company_id", "=", companyId)
    .orderBy("id")
    .execute();
  return Promise.all(
    endpoints.map(async (endpoint) => ({
      ...endpointView(endpoint),
      ...(await countOpen(db, webhookQueue, endpoint.id)),
    })),
  );
}

export const endpointView = (endpoint: Endpoint) => ({
  id: endpoint.id,
  url: endpoint.url,
  events: eventsOf(endpoint),
  created_at: iso(endpoint.created_at),
  off_at: isoOrNull(endpoint.off_at),
});

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
      .select((eb) => eb.fn.countAll<number>().as("count"))
      .where("company_id", "=", company.id)
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
    await logAudit({ trx, app, who }, "webhook.added", `webhook ${id}`, { host: new URL(url).host, events });
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

export function removeEndpoint(app: App, who: Who, { id }: OneEndpoint): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    const { url } = await findEndpoint(trx, id);
    await trx.deleteFrom("webhook_endpoints").where("id", "=", id).execute();
    await logAudit({ trx, app, who }, "webhook.removed", `webhook ${id}`, { host: new URL(url).host });
  });
}

/** @returns the new secret; for 24 hours, events are signed with both secrets */
export function rotateSecret(app: App, who: Who, { id }: OneEndpoint): Promise<string> {
  const secret = newWebhookSecret();
  return app.db.transaction().execute(async (trx) => {
    const { secret_sealed } = await findEndpoint(trx, id);
    await trx
      .updateTable("webhook_endpoints")
      .set({
        secret_sealed: app.secrets.seal(secret),
        old_secret_sealed: secret_sealed,
        old_secret_until: app.clock.now() + overlap,
      })
      .where("id", "=", id)
      .execute();
    await logAudit({ trx, app, who }, "webhook.secret-rotated", `webhook ${id}`);
    return secret;
  });
}

/** Resends failed deliveries, in order for each subject, and retries waiting ones now. @returns how many */
export function replayDeliveries(app: App, who: Who, { id, delivery }: ReplayDeliveries): Promise<number> {
  return app.db.transaction().execute(async (trx) => {
    await findEndpoint(trx, id);
    const now = app.clock.now();
    const retried = delivery === undefined ? await tryNow(trx, now, webhookQueue, id) : 0;
    const count = retried + (await queueFailed(trx, now, webhookQueue, { key: id, delivery }));
    if (count === 0) return 0;
    await logAudit({ trx, app, who }, "webhook.replayed", `webhook ${id}`, { count });
    return count;
  });
}

/** Turns an endpoint back on after it was turned off by a 410 response. */
export function switchOnEndpoint(app: App, who: Who, { id }: OneEndpoint): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    const { off_at } = await findEndpoint(trx, id);
    if (off_at === null) return;
    await trx.updateTable("webhook_endpoints").set({ off_at: null }).where("id", "=", id).execute();
    await tryNow(trx, app.clock.now(), webhookQueue, id);
    await logAudit({ trx, app, who }, "webhook.switched-on", `webhook ${id}`);
  });
}
