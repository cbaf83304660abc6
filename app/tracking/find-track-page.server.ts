import type { App } from "~/boot/app.server";
import { zoneOrUtc } from "~/core/time";
import type { Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import { findOrderByLink } from "~/orders/access/link-code.server";
import { findLatestVisit } from "~/scheduling/visits/visits.server";
import { findTimeline } from "./timeline.server";

/**
 * What the tracking page shows: of the order whose link code stands in the address, else of the patient
 * who is signed in; null for nobody, and for a code that is unknown.
 *
 * @param clock IANA zone of the viewer, if known
 */
export async function findTrackPage(app: App, who: Who, code: string | null, clock: string | null) {
  const orderId = await orderIdOf(app, who, code);
  if (orderId === null) return null;
  return {
    timeline: await findTimeline(app.reads, orderId),
    zone: clock ?? (await zoneAround(app.reads, orderId)),
    now: app.clock.now(),
    orderKey: app.secrets.lookup("track", String(orderId)).slice(0, 16),
    code,
  };
}

async function orderIdOf(app: App, who: Who, code: string | null): Promise<number | null> {
  if (code) return (await findOrderByLink(app.reads, app, code))?.id ?? null;
  return who.kind === "patient" && who.way !== "query" ? who.orderId : null;
}

/** The zone of the visit's therapist, else of one in the patient's state, else of any. */
async function zoneAround(db: Db, orderId: number): Promise<string> {
  const visit = await findLatestVisit(db, orderId);
  if (visit) return zoneOrUtc(visit.timezone);
  const near = await db
    .selectFrom("therapists")
    .leftJoin("orders", (join) => join.on("orders.id", "=", orderId).onRef("orders.state", "=", "region"))
    .select("timezone")
    .orderBy((of) => of("orders.id", "is", null))
    .limit(1)
    .executeTakeFirst();
  return zoneOrUtc(near?.timezone ?? "EST");
}
