import { sql } from "kysely";
import type { App } from "~/boot/app.server";
import { findPatientPlan } from "~/check-ins/find-check-in.server";
import { zoneOrUtc } from "~/core/time";
import { isActive } from "~/core/visit-status";
import { isProvenPatient, type Who } from "~/core/who";
import type { Db } from "~/db/open.server";
import { prepared } from "~/db/prepared-query.server";
import { lackOf } from "~/equipment/equipment";
import { findEquipment } from "~/equipment/find-equipment.server";
import { findOrderByLink } from "~/orders/access/link-code.server";
import { findNews } from "~/schedule/find-my-visit.server";
import { mayStillChange } from "~/visits/patient-may-change.server";
import { findTimelineAndVisit } from "./find-timeline.server";
import { findUsualDays } from "./usual-days.server";

interface TrackViewer {
  who: Who;
  /** From the link that opened the page. */
  code: string | null;
  zone: string | null;
}

export async function findTrackPage(app: App, orderId: number, { who, code, zone }: TrackViewer) {
  const { timeline, visit } = await findTimelineAndVisit(app, orderId);
  const active = visit && isActive(visit.status) ? visit : null;
  const equipment = await findEquipment(app.reads, orderId);
  const now = app.clock.now();
  const lack = equipment && active && lackOf(equipment, active, now);
  const isRequested = timeline.waiting_on === "us" && active !== null;
  return {
    timeline,
    isTold: isRequested && (await findNews(app, orderId)) === "message",
    confirmBy: active?.confirm_by ?? null,
    endsAt: active?.end_at ?? null,
    /** How many days the order's step usually takes, if it isn't the patient's turn. */
    usualDays: await findUsualDays(app, orderId, timeline.waiting_on),
    zone: zone ?? timeline.appointment?.patient_zone ?? (await findNearestZone(app.reads, orderId)),
    equipment,
    /** Why the visit has to be moved because of its equipment. Null if it doesn't have to. */
    lack: lack === "unconfirmed" ? null : lack,
    mayChange: active !== null && mayStillChange(app, active),
    plan: visit?.status === "completed" ? await findNextStep(app, orderId, { who, code }) : null,
    now,
    orderKey: app.secrets.lookup("track", String(orderId)).slice(0, 16),
    code,
  };
}

/**
 * The next step of the patient's plan. Null for a helper and on a page opened by link, which anyone who has the link can
 * open and browsers keep.
 */
async function findNextStep(app: App, orderId: number, { who, code }: Pick<TrackViewer, "who" | "code">) {
  if (code !== null || !isProvenPatient(who) || who.helperId) return null;
  const plan = await findPatientPlan(app, orderId);
  return plan && { ...plan, ahead: plan.ahead.slice(0, 1) };
}

/** Finds the order of the link code or the signed-in patient. Null for an unknown code and for other visitors. */
export async function findTrackedOrder(app: App, who: Who, code: string | null): Promise<number | null> {
  if (code) return (await findOrderByLink(app.reads, app, code))?.id ?? null;
  return isProvenPatient(who) ? who.orderId : null;
}

const nearestZone = prepared((db, { order }: { order: number }) => {
  const zones = db.selectFrom("therapists").select("timezone").limit(sql.lit(1));
  const state = db.selectFrom("orders").select("state").where("id", "=", order);
  const near = zones.where("region", "=", state);
  return db.selectNoFrom(sql<string | null>`coalesce((${near}), (${zones}))`.as("timezone"));
});

/** The time zone of a therapist in the patient's state, or of any therapist. */
async function findNearestZone(db: Db, orderId: number): Promise<string> {
  const [near] = await nearestZone(db, { order: orderId });
  return zoneOrUtc(near?.timezone ?? "EST");
}
