import { logAudit } from "~/audit/log-audit.server";
import type { Tx } from "~/boot/app.server";
import { invalidField, Refusal } from "~/core/refusal";
import { addDays, localDate } from "~/core/time";
import type { Staff } from "~/core/who";
import { type FirstNights, requireFirstNights } from "./first-nights.server";
import { lastPlanDay } from "./plan";
import { longestSnooze, type Snooze } from "./put-off";

type Put = Pick<FirstNights, "zone" | "snoozed_until" | "snooze_reason" | "snoozed_by">;

/** @returns null if the patient isn't snoozed, or not anymore */
export function snoozeOf(
  { zone, snoozed_until: until, snooze_reason, snoozed_by }: Put,
  now: number,
): Snooze | null {
  if (until === null || until <= localDate(now, zone)) return null;
  return { until, reason: snooze_reason ?? "", by: snoozed_by ?? "" };
}

/**
 * Takes a patient off the list until a day. Check-ins and planned calls go on.
 * @throws Refusal "missing"; "conflict" if the nights have ended; "invalid" for a day that isn't in the next 30
 */
export async function snoozeNights(
  tx: Tx<Staff>,
  { order, until, reason }: { order: number; until: string; reason: string },
): Promise<void> {
  const { zone } = await requireOpen(tx, order);
  const today = localDate(tx.app.clock.now(), zone);
  if (until <= today || until > addDays(today, longestSnooze)) {
    throw invalidField("snooze_until", `Enter a day within the next ${longestSnooze} days.`);
  }
  await save(tx, order, { snoozed_until: until, snooze_reason: reason, snoozed_by: tx.who.name });
  await logAudit(tx, "nights.snoozed", `order ${order}`, { until, reason });
}

/** @throws Refusal "missing"; "conflict" if the nights have ended or the patient isn't snoozed */
export async function endSnooze(tx: Tx<Staff>, order: number): Promise<void> {
  const found = await requireOpen(tx, order);
  if (!snoozeOf(found, tx.app.clock.now()))
    throw new Refusal("conflict", "This patient isn't snoozed anymore.");
  await save(tx, order, { snoozed_until: null, snooze_reason: null, snoozed_by: null });
  await logAudit(tx, "nights.snooze-ended", `order ${order}`);
}

/**
 * Records that the doctor's office or another one booked the re-evaluation. Its planned step isn't needed then, nor is the
 * open call about it.
 * @throws Refusal "missing"; "conflict" if the nights have ended; "invalid" for a day outside of the plan
 */
export async function saveReevaluation(
  tx: Tx<Staff>,
  { order, on }: { order: number; on: string },
): Promise<void> {
  const { trx, app, who } = tx;
  const { started_on } = await requireOpen(tx, order);
  if (on < started_on || on > addDays(started_on, lastPlanDay)) {
    throw invalidField(
      "reevaluation_on",
      `Enter a day from the first night to day ${lastPlanDay}, ${addDays(started_on, lastPlanDay)}.`,
    );
  }
  await save(tx, order, { reevaluation_on: on, reevaluation_by: who.name });
  const now = app.clock.now();
  const closed = await trx
    .updateTable("call_tasks")
    .set((eb) => ({ done_at: now, version: eb("version", "+", 1), due_before: null }))
    .where("order_id", "=", order)
    .where("done_at", "is", null)
    .where("reason", "=", "nights_visit")
    .where("about", "is", null)
    .returning("id")
    .execute();
  await reevaluationSteps(tx, order, started_on)
    .set({ state: "skipped", settled_at: now })
    .where("state", "in", closed.length > 0 ? ["planned", "done"] : ["planned"])
    .execute();
  await logAudit(tx, "nights.reevaluation-saved", `order ${order}`, { on });
}

/**
 * Undoes `saveReevaluation`. A step that wasn't needed is planned again, so that staff call when it is due.
 * @throws Refusal "missing"; "conflict" if the nights have ended or nothing is recorded
 */
export async function removeReevaluation(tx: Tx<Staff>, order: number): Promise<void> {
  const { started_on, reevaluation_on } = await requireOpen(tx, order);
  if (reevaluation_on === null) throw new Refusal("conflict", "The re-evaluation was already removed.");
  await save(tx, order, { reevaluation_on: null, reevaluation_by: null });
  await reevaluationSteps(tx, order, started_on)
    .set({ state: "planned", settled_at: null })
    .where("state", "=", "skipped")
    .execute();
  await logAudit(tx, "nights.reevaluation-removed", `order ${order}`);
}

const reevaluationSteps = ({ trx }: Tx, order: number, startedOn: string) =>
  trx
    .updateTable("plan_steps")
    .where("order_id", "=", order)
    .where("started_on", "=", startedOn)
    .where("type", "=", "visit")
    .where("kind_id", "is", null);

async function requireOpen({ trx }: Tx, order: number): Promise<FirstNights> {
  const found = await requireFirstNights(trx, order);
  if (found.ended_at === null) return found;
  throw new Refusal("conflict", "This patient's nights aren't followed. Nothing was saved.");
}

const save = ({ trx }: Tx, order: number, fields: Partial<FirstNights>) =>
  trx.updateTable("first_nights").set(fields).where("order_id", "=", order).execute();
