import { Refusal } from "~/core/refusal";
import { iso, isoOrNull } from "~/core/time";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { countOpen } from "./open-deliveries.server";
import type { WebhookEvent } from "./webhook-events";

export type Endpoint = Row<"webhook_endpoints">;

const eventsOf = ({ events }: Pick<Endpoint, "events">) => JSON.parse(events) as WebhookEvent[];

export function findEndpoint(db: Db, id: number): Promise<Endpoint & { company: string }> {
  return db
    .selectFrom("webhook_endpoints")
    .innerJoin("companies", "companies.id", "webhook_endpoints.company_id")
    .selectAll("webhook_endpoints")
    .select("companies.name as company")
    .where("webhook_endpoints.id", "=", id)
    .where("database_name", "is", null)
    .executeTakeFirstOrThrow(() => new Refusal("missing", "Webhook not found."));
}

export async function listEndpoints(db: Db, companyId: number) {
  const endpoints = await db
    .selectFrom("webhook_endpoints")
    .selectAll()
    .where("company_id", "=", companyId)
    .where("database_name", "is", null)
    .orderBy("id")
    .execute();
  return Promise.all(
    endpoints.map(async (endpoint) => ({ ...endpointView(endpoint), ...(await countOpen(db, endpoint.id)) })),
  );
}

/** An endpoint without its secrets. */
export const endpointView = (endpoint: Endpoint) => ({
  id: endpoint.id,
  url: endpoint.url,
  events: eventsOf(endpoint),
  created_at: iso(endpoint.created_at),
  off_at: isoOrNull(endpoint.off_at),
});
