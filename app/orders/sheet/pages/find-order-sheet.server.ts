import { sql } from "kysely";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import { activeStatuses } from "~/core/visit-status";
import { isSupervisor, type Who } from "~/core/who";
import { findEquipment } from "~/equipment/find-equipment.server";
import { findWaitFact } from "~/offers/waits/find-order-wait.server";
import { type Change, listChanges } from "~/visits/sheet/pages/changes.server";
import { executeVisits, selectVisits } from "~/visits/visits.server";
import { isLinkUnsent } from "../../access/is-link-unsent.server";
import { findFollowUp } from "../../follow-up/follow-up.server";
import { listNotes } from "../../follow-up/order-notes.server";
import { listWaitFacts } from "../../list-wait-facts.server";
import { daysSince, stepNames, steps as stepNumbers } from "../../step";
import { visibleOrders } from "../../visible-orders.server";
import { findDetails, findLinkOrNull, withMessages } from "./order-parts.server";

const words: Record<string, string> = {
  "order.viewed": "Order details opened",
  "order.patient-changed": "Patient changed by the order system",
  "order.phone-changed": "Phone number changed",
  "order.stopped": "Closed by the order system",
  "order.resumed": "Reopened by the order system",
  "order.closed": "Closed by staff",
  "order.reopened": "Reopened by staff",
  "order.marked-urgent": "Marked as urgent",
  "order.marked-not-urgent": "Marked as not urgent",
  "order.zip-changed": "ZIP code changed",
  "order.language-chosen": "Language chosen",
  "order.zone-chosen": "Time zone chosen",
  "order.interpreter-changed": "Interpreter changed",
  "order.waiting": "Waits for a time",
  "order.not-waiting": "No longer waits for a time",
  "order.wait-over": "Wait for a time ended on its last day",
  "offer.sent": "Time offered",
  "offer.declined": "Offered time declined",
  "order.equipment-changed": "Equipment changed",
  "order.created": "Order created by staff",
  "order.owner-changed": "Owner changed",
  "order.owner-removed": "Owner removed",
  "order.next-action-changed": "Next action changed",
  "order.note-added": "Note added",
  "code.generated": "Access code created",
  "code.made": "Access code and link made, to give out without Firstnight",
  "code.resent": "Access code queued again",
  "access.revoked": "Access code and link revoked",
};

/** The order's page shows this many notes. The others are on their own page. */
const newestNotes = 5;

/** @throws Refusal "missing" if the user can't see the order */
export async function findOrderSheet(app: App, who: Who, query: { order: number; details: boolean }) {
  const found = await visibleOrders(app.reads, who)
    .select(["id", "brightree_db", "patient_id", "patient_name", "sales_order_no", "branch_office"])
    .select(["phone", "phone_ext", "step", "step_at", "updates", "urgent", "interpreter", "closed_at"])
    .select(["language", "chosen_language", "staff_closed_at", "stopped_at", "close_reason", "zip"])
    .select((eb) =>
      eb.selectFrom("users").select("name").whereRef("users.id", "=", "staff_closed_by").as("closed_by"),
    )
    .select(nightsOfOrder.as("nights"))
    .select((eb) =>
      eb
        .exists(
          eb
            .selectFrom("link_codes")
            .select("order_id")
            .whereRef("order_id", "=", "orders.id")
            .where("sent_at", "is not", null),
        )
        .as("has_link"),
    )
    .select(hasHomeVisits.as("has_home_visits"))
    .where("id", "=", query.order)
    .executeTakeFirstOrThrow(() => new Refusal("missing", "Order not found."));
  const visits = selectVisits(app.reads)
    .where("visits.order_id", "=", found.id)
    .where("visits.status", "in", activeStatuses);
  const [order, link, details, history, [visit], followUp, notes, waits, equipment] = await Promise.all([
    withMessages(app.reads, found),
    findLinkOrNull(app, who, found),
    query.details ? findDetails(app, who, found) : null,
    listOrderHistory(app, found.id),
    executeVisits(visits),
    findFollowUp(app.reads, found.id),
    listNotes(app.reads, found.id, newestNotes + 1),
    listWaitFacts(app.reads, [found.id]),
    findEquipment(app.reads, found.id),
  ]);
  return {
    order,
    link,
    details,
    history,
    visit: visit ?? null,
    wait: visit || found.closed_at !== null ? null : await findWaitFact(app, found.id),
    maySupervise: isSupervisor(who),
    daysInStep: daysSince(found.step_at, app.clock.now()),
    waitsFor: (found.closed_at === null && waits.get(found.id)) || null,
    followUp,
    equipment,
    notes: notes.slice(0, newestNotes),
    hasMoreNotes: notes.length > newestNotes,
  };
}

/** 1 if the order's company offers visits at home. */
const hasHomeVisits = sql<number>`exists (
  select 1 from databases join visit_kinds on visit_kinds.company_id = databases.company_id
  where databases.name = orders.brightree_db and visit_kinds.mode = 'home' and visit_kinds.active = 1)`;

/** "followed", or "possible" if the company follows nights and the order has a completed visit. */
const nightsOfOrder = sql<"followed" | "possible" | null>`case
  when exists (select 1 from first_nights where order_id = orders.id) then 'followed'
  when exists (
    select 1 from databases join companies on companies.id = databases.company_id
    where databases.name = orders.brightree_db and companies.first_nights = 1)
    and exists (select 1 from visits where order_id = orders.id and status = 'completed') then 'possible'
  end`;

export type OrderSheetData = Awaited<ReturnType<typeof findOrderSheet>>;

/** Lists changes by staff and patients, and when the order reached each step. Newest first. */
async function listOrderHistory(app: App, orderId: number): Promise<Change[]> {
  const changes = await listChanges(app.reads, `order ${orderId}`, (action) => words[action]);
  const reached = await app.reads
    .selectFrom("order_steps")
    .select(["step", "reached_at"])
    .where("order_id", "=", orderId)
    .orderBy("reached_at", "desc")
    .limit(30)
    .execute();
  const isUnsent = await isLinkUnsent(app, orderId);
  const steps = reached.map(({ step, reached_at }) => ({
    id: -step,
    at: reached_at,
    what: `Step ${step}. ${stepNames[step - 1]}${isUnsent && step === stepNumbers.linkSent ? ". No text or email went out" : ""}`,
    by: null,
    reason: null,
  }));
  return [...changes, ...steps].sort((a, b) => b.at - a.at);
}
