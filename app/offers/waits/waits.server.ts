import type { AuditAction } from "~/audit/audit-sentences";
import { logAudit } from "~/audit/log-audit.server";
import type { App, AppTx, Tx } from "~/boot/app.server";
import { ordersWithCompany } from "~/company/orders-with-company.server";
import { invalidField, Refusal } from "~/core/refusal";
import { strings as coreStrings } from "~/core/strings";
import { addDays, localDate, startOfDay } from "~/core/time";
import { isProvenPatient, type Who } from "~/core/who";
import { staffZone } from "~/core/zones/staff-zone";
import { likelyZone } from "~/core/zones/state-zones";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { type BookableKind, bookableKindsOf, selectBookableKinds } from "~/kinds/bookable-kinds.server";
import { giveConsent } from "~/messages/consent/consents.server";
import { canSend } from "~/messages/sending-outcome.server";
import { openCallTask } from "~/orders/call-tasks/open-call-task.server";
import { consentWording } from "~/visits/consent-wording";
import { addressColumns, channelOf } from "~/visits/notices/choose-channel.server";
import { findZoneAtBooking } from "~/visits/patient-zone.server";
import { findActiveVisit } from "~/visits/visits.server";
import { allParts, allWeekdays, type SaveWait, usualNotice, type Wait } from "../offer-schema";
import { offerStrings } from "../strings";
import { findUnmatched } from "./unmatched-wishes.server";

/** How long a patient waits unless they choose another date, and at most. In days. */
const usualWait = 30;
const longestWait = 180;

export type StoredWait = Row<"waits">;

interface WaitingOrder {
  id: number;
  /** The kinds of visits that the patient can book, in the reader's language. */
  bookable: BookableKind[];
  phone: string | null;
  visitZone: string | null;
  state: string | null;
}

/**
 * The order of a patient who may wait for a time.
 * @throws Refusal "missing" with a visit, for a closed order, or if the company doesn't offer freed times
 */
export async function requireWaitingOrder(db: Db, orderId: number): Promise<WaitingOrder> {
  const order = await ordersWithCompany(db)
    .select(["orders.id", "orders.phone", "orders.visit_zone as visitZone", "orders.state", "orders.zip"])
    .select(selectBookableKinds.as("kinds"))
    .where("orders.id", "=", orderId)
    .where("orders.closed_at", "is", null)
    .where("companies.offers_on", "=", 1)
    .executeTakeFirst();
  if (!order || (await findActiveVisit(db, orderId)))
    throw new Refusal("missing", offerStrings.wait.notPossible);
  return { ...order, bookable: bookableKindsOf(order.kinds, order.zip) };
}

export const findOpenWait = (db: Db, orderId: number): Promise<StoredWait | undefined> =>
  db
    .selectFrom("waits")
    .selectAll()
    .where("order_id", "=", orderId)
    .where("ended_at", "is", null)
    .executeTakeFirst();

/** The zone in which the patient reads parts of the day, even if the order has none. */
const zoneOfOrder = async (db: Db, { id, visitZone, state }: WaitingOrder, browserZone: string | null) =>
  visitZone ?? (await findZoneAtBooking(db, id, browserZone)) ?? likelyZone(state, staffZone);

/** @param today `YYYY-MM-DD` in the patient's zone */
export const untilRange = (today: string) => ({
  first: today,
  usual: addDays(today, usualWait),
  last: addDays(today, longestWait),
});

/**
 * The patient's wait, or what the form proposes.
 * @param browserZone the IANA zone of the patient's browser
 * @throws Refusal as `requireWaitingOrder`
 */
export async function findWait(app: App, orderId: number, browserZone: string | null = null): Promise<Wait> {
  const order = await requireWaitingOrder(app.reads, orderId);
  const stored = await findOpenWait(app.reads, orderId);
  if (stored) return waitOf(stored, order.bookable);
  const zone = await zoneOfOrder(app.reads, order, browserZone);
  return {
    waiting: false,
    parts: [...allParts],
    weekdays: [...allWeekdays],
    notice_hours: usualNotice,
    standby: false,
    until: untilRange(localDate(app.clock.now(), zone)).usual,
    since: null,
    call: null,
    ...kindsOf(null, order.bookable),
  };
}

/** The patient's choice of kinds of visits. Nothing if there is only one kind. */
function kindsOf(stored: string | null, bookable: readonly BookableKind[]) {
  if (bookable.length < 2) return {};
  const chosen = stored === null ? null : (JSON.parse(stored) as number[]);
  return {
    kinds: bookable.map(({ id }) => id).filter((id) => chosen?.includes(id) ?? true),
    bookable_kinds: bookable.map(({ id, name }) => ({ id, name })),
  };
}

const waitOf = (row: StoredWait, bookable: readonly BookableKind[]): Wait => ({
  ...kindsOf(row.kinds, bookable),
  waiting: row.ended_at === null,
  parts: JSON.parse(row.parts),
  weekdays: JSON.parse(row.weekdays),
  notice_hours: row.notice_hours,
  standby: row.standby === 1,
  until: localDate(row.until_at - 1, row.zone),
  since: new Date(row.asked_at).toISOString(),
  call: row.call_because,
});

/**
 * Saves or changes what a patient without a visit waits for. If no time can match or no message can reach the patient,
 * staff are asked to call immediately. The triggers `waits_end_with_a_visit`, `waits_end_with_a_restored_visit`,
 * `waits_end_with_their_order`, and `waits_end_with_texts` end it.
 * @param input.browserZone the IANA zone of the patient's browser
 * @throws Refusal as `requireWaitingOrder`; "invalid" for a last day in the past or more than 180 days ahead, and for a
 *   kind of visit that the patient can't book
 */
export function saveWait(
  app: App,
  who: Who,
  orderId: number,
  { sms_consent: agreed, browserZone = null, ...input }: SaveWait & { browserZone?: string | null },
): Promise<Wait> {
  return app.db.transaction().execute(async (trx) => {
    const order = await requireWaitingOrder(trx, orderId);
    const previous = await findOpenWait(trx, orderId);
    const now = app.clock.now();
    const zone =
      who.kind === "patient" || !previous ? await zoneOfOrder(trx, order, browserZone) : previous.zone;
    const range = untilRange(localDate(now, zone));
    const until = input.until ?? range.usual;
    if (until < range.first || until > range.last) throw invalidField("until", offerStrings.wait.chooseUntil);
    const ids = order.bookable.map(({ id }) => id);
    if (input.kinds?.some((id) => !ids.includes(id))) throw invalidField("kinds", coreStrings.kindGone);
    const isAnyKind = ids.every((id) => input.kinds?.includes(id) ?? true);
    if (agreed && order.phone && isProvenPatient(who) && !who.helperId) {
      await giveConsent(
        { trx, app },
        { phone: order.phone, source: "booking", wording: consentWording(), who },
      );
    }
    const values = {
      parts: JSON.stringify(input.parts),
      weekdays: JSON.stringify(input.weekdays),
      kinds: isAnyKind ? null : JSON.stringify(input.kinds),
      notice_hours: input.notice_hours,
      standby: Number(input.standby),
      until_at: startOfDay(addDays(until, 1), zone),
      zone,
    };
    const saved = previous
      ? await trx
          .updateTable("waits")
          .set(values)
          .where("id", "=", previous.id)
          .returningAll()
          .executeTakeFirstOrThrow()
      : await trx
          .insertInto("waits")
          .values({
            ...values,
            order_id: orderId,
            asked_at: now,
            user_id: who.kind === "staff" ? who.userId : null,
          })
          .returningAll()
          .executeTakeFirstOrThrow();
    await logAudit({ trx, app, who }, "order.waiting", `order ${orderId}`, { ...input, until });
    const call = await whyCall({ trx, app }, saved);
    if (call === saved.call_because) return waitOf(saved, order.bookable);
    if (call) await askForCall({ trx, app, who }, saved, call);
    else await trx.updateTable("waits").set({ call_because: null }).where("id", "=", saved.id).execute();
    return waitOf({ ...saved, call_because: call }, order.bookable);
  });
}

/** Why no offer can ever reach the patient, as things are. */
async function whyCall({ trx, app }: AppTx, wait: StoredWait): Promise<"no_match" | "no_address" | null> {
  const order = await trx
    .selectFrom("orders")
    .select(addressColumns)
    .where("orders.id", "=", wait.order_id)
    .executeTakeFirstOrThrow();
  const channel = channelOf(order);
  if (!channel || !canSend(app, channel)) return "no_address";
  return (await findUnmatched(trx, app, [wait])).has(wait.id) ? "no_match" : null;
}

/** Opens a call task for a waiting patient, inside the caller's transaction. Offers so far don't count again. */
export async function askForCall(
  { trx, app, who }: Tx,
  wait: Pick<StoredWait, "id" | "order_id">,
  because: NonNullable<StoredWait["call_because"]>,
): Promise<void> {
  await openCallTask({ trx, app, who }, { orderId: wait.order_id, reason: "no_visit" });
  // Not before the task's own time: the worklist shows a reason that is as new as its task.
  await trx
    .updateTable("waits")
    .set({ call_because: because, call_asked_at: app.clock.now() })
    .where("id", "=", wait.id)
    .execute();
}

const endedBy = (who: Who) => (who.kind === "staff" ? "staff" : "patient");

/** Ends the patient's wait and the open offer. Safe to repeat. */
export function endWait(app: App, who: Who, orderId: number): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    const wait = await findOpenWait(trx, orderId);
    if (wait) await writeEnd({ trx, app, who }, wait, endedBy(who), "order.not-waiting");
  });
}

/** The trigger `offers_end_with_their_wait` withdraws the patient's open offer. */
export async function writeEnd(
  { trx, app, who }: Tx,
  { id, order_id }: Pick<StoredWait, "id" | "order_id">,
  because: NonNullable<StoredWait["ended_because"]>,
  action: AuditAction,
): Promise<void> {
  await trx
    .updateTable("waits")
    .set({ ended_at: app.clock.now(), ended_because: because })
    .where("id", "=", id)
    .execute();
  await logAudit({ trx, app, who }, action, `order ${order_id}`, { because });
}
