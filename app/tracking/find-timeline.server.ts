import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { iso, isoOrNull } from "~/core/time";
import { prepared } from "~/db/prepared-query.server";
import { isLinkUnsent } from "~/orders/access/is-link-unsent.server";
import { findOrderByLink } from "~/orders/access/link-code.server";
import { isStopped } from "~/orders/closed-orders";
import { isActiveOrHeld, type Visit } from "~/visits/visit";
import { findLatestVisit } from "~/visits/visits.server";
import { strings } from "./strings";
import type { TimelineJson } from "./timeline-schema";
import { timelineOf, waitingOn } from "./timeline-steps";

/** @throws Refusal "missing" for an unknown or revoked code */
export async function findTimelineByLink(app: App, code: string): Promise<TimelineJson> {
  const order = await findOrderByLink(app.reads, app, code);
  if (!order) throw new Refusal("missing", strings.unknown);
  return findTimeline(app, order.id);
}

const orderById = prepared((db, { id }: { id: number }) =>
  db
    .selectFrom("orders")
    .leftJoin("link_codes", "link_codes.order_id", "orders.id")
    .select([
      "orders.patient_id",
      "orders.brightree_db",
      "orders.sales_order_no",
      "orders.step",
      "orders.step_at",
      "orders.closed_at",
      "orders.stopped_at",
      "orders.staff_closed_at",
      "orders.referral_at",
      "orders.recdate",
      "orders.created_at",
      "link_codes.sent_at",
    ])
    .where("orders.id", "=", id),
);

const stepsOf = prepared((db, { order }: { order: number }) =>
  db
    .selectFrom("order_steps")
    .select(["step", "reached_at"])
    .where("order_id", "=", order)
    .orderBy("reached_at")
    .orderBy("step"),
);

export const findTimeline = async (app: Seen, orderId: number): Promise<TimelineJson> =>
  (await findTimelineAndVisit(app, orderId)).timeline;

type Seen = Pick<App, "reads" | "config">;

/** Finds an order's steps and its newest visit that wasn't canceled. @throws Refusal "missing" */
export async function findTimelineAndVisit(
  app: Seen,
  orderId: number,
): Promise<{ timeline: TimelineJson; visit: Visit | undefined }> {
  const [order] = await orderById(app.reads, { id: orderId });
  if (!order) throw new Refusal("missing", strings.unknown);
  const entries = await stepsOf(app.reads, { order: orderId });
  const visit = await findLatestVisit(app.reads, orderId);
  // Visits with another status, such as "no show", are shown but don't complete a step.
  const counted = visit && isActiveOrHeld(visit.status) ? visit : undefined;
  const progress = {
    step: order.step,
    stepAt: order.step_at,
    closed: order.closed_at !== null,
    stopped: isStopped(order) && visit?.status !== "completed",
    entries,
    sentAt: order.sent_at,
    isLinkUnsent: order.sent_at !== null && (await isLinkUnsent(app, orderId)),
    submittedAt: counted?.submitted_at ?? null,
    confirmedAt: counted?.confirmed_at ?? null,
  };
  const starts = [
    order.referral_at,
    order.recdate,
    order.created_at,
    ...entries.map((entry) => entry.reached_at),
  ];
  const timeline: TimelineJson = {
    ok: true,
    steps: timelineOf(progress).map(({ startedAt, completedAt, ...step }) => ({
      ...step,
      at: isoOrNull(completedAt ?? startedAt),
      started_at: isoOrNull(startedAt),
      completed_at: isoOrNull(completedAt),
      timestamp: isoOrNull(completedAt ?? startedAt),
    })),
    appointment: visit
      ? {
          status: visit.status,
          datetime: iso(visit.start_at),
          patient_zone: visit.patient_zone,
          therapist: visit.therapist,
          confirmed_at: isoOrNull(visit.confirmed_at),
          submitted_at: isoOrNull(visit.submitted_at),
        }
      : null,
    brightree_db: order.brightree_db,
    patient_id: order.patient_id,
    sales_order_no: order.sales_order_no,
    start_at: iso(Math.min(...starts.filter((at) => at !== null))),
    referral_at: isoOrNull(order.referral_at),
    recdate: isoOrNull(order.recdate),
    created_at: iso(order.created_at),
    waiting_on: waitingOn(progress),
    stopped: progress.stopped,
  };
  return { timeline, visit };
}
