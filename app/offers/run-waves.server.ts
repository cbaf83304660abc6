import { sql } from "kysely";
import { bookingWindow } from "~/availability/booking-window";
import { isOpen } from "~/availability/list-openings.server";
import { selectOpenings } from "~/availability/open-slots-query.server";
import type { App, AppTx } from "~/boot/app.server";
import { ordersWithCompany } from "~/company/orders-with-company.server";
import { orLog } from "~/core/or-log.server";
import { repeat } from "~/core/repeat.server";
import { minute } from "~/core/time";
import { yieldToEventLoop } from "~/core/yield-to-event-loop.server";
import type { Db } from "~/db/open.server";
import { atVisit, equipmentIn, selectEquipment, visitsFrom } from "~/equipment/find-equipment.server";
import { isUsual } from "~/kinds/kinds.server";
import { dropNearTimes, dueTimes, type FreedTime } from "./due-times.server";
import { latestGain } from "./fits-wish";
import { kindFinder } from "./kind-to-offer.server";
import { listWaiting, type WaitingPatient } from "./list-waiting-patients.server";
import { sendWave } from "./send-offers.server";
import { callAfterUnanswered, endDueWaits } from "./waits/end-due-waits.server";

/** The number of patients who get an offer at the same time. */
const waveSize = 3;

/** Ends old offers and sends the waves that are due. @returns the number of offers sent */
export async function runWaves(app: App): Promise<number> {
  await endOffers(app);
  let waiting = (await listWaiting(app.reads, app)).filter(({ pause }) => pause === null);
  await yieldToEventLoop();
  let sent = 0;
  if (waiting.length === 0) return sent;
  const offered = await listOffered(app.reads, waiting, app.clock.now());
  for await (const time of dueTimes(app, Math.max(...waiting.map(latestGain)))) {
    await yieldToEventLoop();
    const orderIds = await nextWave(app, time, waiting, offered);
    if (orderIds.length === 0) continue;
    const { reached, faulty } = await trySending(app, time, orderIds);
    sent += reached.length;
    waiting = waiting.filter(({ orderId }) => !reached.includes(orderId) && !faulty.includes(orderId));
    if (waiting.length === 0) break;
  }
  return sent;
}

/**
 * If sending fails, retries the wave with one patient left out, then with one patient at a time, so that a faulty
 * order doesn't block the others.
 */
async function trySending(
  app: App,
  time: FreedTime,
  orderIds: readonly number[],
): Promise<{ reached: number[]; faulty: number[] }> {
  const allButOne = orderIds.map((id) => orderIds.filter((other) => other !== id));
  for (const ids of [orderIds, ...allButOne, ...orderIds.map((id) => [id])]) {
    if (ids.length === 0) continue;
    const about = { therapist: time.therapistId, start: time.start, orders: ids };
    const reached = await orLog(app.log, "offers", about, () => sendWave(app, time, ids));
    if (reached) return { reached, faulty: orderIds.filter((id) => !ids.includes(id)) };
  }
  return { reached: [], faulty: [...orderIds] };
}

const keyOf = (orderId: number, therapistId: number, start: number) => `${orderId} ${therapistId} ${start}`;

async function nextWave(
  app: App,
  { therapistId, start, leftBy }: FreedTime,
  waiting: readonly WaitingPatient[],
  offered: ReadonlySet<string>,
): Promise<number[]> {
  const findKind = kindFinder(app.reads, app, { therapistId, start });
  const wave: number[] = [];
  for (const patient of waiting) {
    const { orderId } = patient;
    if (wave.length === waveSize) break;
    if (orderId === leftBy || offered.has(keyOf(orderId, therapistId, start))) continue;
    if (await findKind(patient)) wave.push(orderId);
  }
  return wave;
}

/** Keys of these patients' offers for upcoming times, because no patient is offered the same time twice. */
async function listOffered(db: Db, waiting: readonly WaitingPatient[], now: number): Promise<Set<string>> {
  const orders = JSON.stringify(waiting.map(({ orderId }) => orderId));
  const rows = await db
    .selectFrom("offers")
    .select(["order_id", "therapist_id", "start_at"])
    .where("order_id", "in", sql<number>`(select value from json_each(${orders}))`)
    .where("start_at", ">", now)
    .execute();
  return new Set(rows.map(({ order_id, therapist_id, start_at }) => keyOf(order_id, therapist_id, start_at)));
}

const pause = minute / 2;

/** Also runs immediately, so that a restart doesn't delay a wave. */
export function startOffers(app: App): () => Promise<void> {
  const run = () => runWaves(app);
  const onError = (error: unknown) => app.log.error({ err: error }, "offers");
  const first = run().catch(onError);
  const stop = repeat(pause, () => first.then(run), onError);
  return async () => {
    await first;
    await stop();
  };
}

/** The open offers for other kinds than the usual one, whose openings are computed, and which of them are over. */
async function listOtherOffers({ trx, app }: AppTx): Promise<{ ids: number[]; gone: number[] }> {
  const rows = await trx
    .selectFrom("offers")
    .innerJoin("visit_kinds as kind", "kind.id", "offers.kind_id")
    .innerJoin("orders", "orders.id", "offers.order_id")
    .select([
      "offers.id",
      "offers.therapist_id as therapistId",
      "offers.start_at as start",
      "orders.zip",
      "kind.id as kindId",
      "kind.mode",
      "kind.is_default",
      "kind.length",
      "kind.buffer_before",
      "kind.buffer_after",
    ])
    .where("offers.status", "=", "open")
    .execute();
  const others = rows.filter((row) => !isUsual(row));
  const gone: number[] = [];
  for (const { id, therapistId, start, zip, kindId, length } of others) {
    const time = { therapistId, start, now: app.clock.now(), kind: { id: kindId, length, zip } };
    if (!(await isOpen(trx, app.config, time))) gone.push(id);
  }
  return { ids: others.map(({ id }) => id), gone };
}

/** Ends offers that have expired or are too early for the equipment, offers for times that are no longer open, and waits whose last day is over. */
async function endOffers(app: App): Promise<void> {
  const now = app.clock.now();
  await app.db.transaction().execute(async (trx) => {
    const expired = await trx
      .updateTable("offers")
      .set({ status: "expired" })
      .where("status", "=", "open")
      .where("expires_at", "<=", now)
      .returning("order_id")
      .execute();
    await callAfterUnanswered(
      { trx, app },
      expired.map(({ order_id }) => order_id),
    );
    await endDueWaits({ trx, app });
    await dropNearTimes({ trx, app });
    const others = await listOtherOffers({ trx, app });
    const opening = selectOpenings(trx, bookingWindow(app.config, now))
      .select("slots.start_at")
      .where(sql<boolean>`slots.therapist_id = offers.therapist_id and slots.start_at = offers.start_at`);
    await trx
      .updateTable("offers")
      .set({ status: "withdrawn" })
      .where("status", "=", "open")
      .where((eb) =>
        eb.or([
          eb("id", "in", others.gone),
          eb.and([eb("id", "not in", others.ids), eb.not(eb.exists(opening))]),
        ]),
      )
      .execute();
    await withdrawBeforeEquipment(trx, now);
  });
}

/** An expected day that has slipped ends offers of times before it, if the company requires the equipment. */
async function withdrawBeforeEquipment(trx: Db, now: number): Promise<void> {
  const open = await ordersWithCompany(trx)
    .innerJoin("offers", "offers.order_id", "orders.id")
    .leftJoin("visit_kinds as offered", "offered.id", "offers.kind_id")
    .select(["offers.id", "offers.start_at", "offered.hands_over_equipment as handsOver"])
    .select(selectEquipment.as("equipment"))
    .where("offers.status", "=", "open")
    .where("companies.equipment", "=", "require")
    .execute();
  const early = open.filter(({ start_at, handsOver, equipment: column }) => {
    const equipment = equipmentIn(column);
    const from = visitsFrom(handsOver === null ? equipment : atVisit(equipment, handsOver === 1), now);
    return from !== undefined && start_at < from;
  });
  if (early.length === 0) return;
  const ids = early.map(({ id }) => id);
  await trx.updateTable("offers").set({ status: "withdrawn" }).where("id", "in", ids).execute();
}
