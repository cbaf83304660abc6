import { logAudit } from "~/audit/log-audit.server";
import type { App, Tx } from "~/boot/app.server";
import { invalidField, Refusal } from "~/core/refusal";
import { day, localDate } from "~/core/time";
import type { Patient } from "~/core/who";
import type { Row } from "~/db/tables";
import type { FirstNights } from "~/nights/first-nights.server";
import { hasTurnedOffAll } from "~/nights/plan.server";
import type { Reading } from "~/nights/readings";
import { callAboutNights } from "./call-about-nights.server";
import type { Answer, AnswerCheckIn } from "./check-in-schema";
import { findCheckIn, readsFrom } from "./find-check-in.server";
import { saveReading, todayOf } from "./readings.server";
import { strings } from "./strings";

/** A good answer cancels the planned calls of this time, and trouble brings them forward. */
const near = 7 * day;

/** A device shows that it goes well if it was used on 70 % of the nights so far. */
const goodShare = 0.7;

type CheckInInput = Omit<AnswerCheckIn, "token">;

/**
 * Saves what a patient answered to a check-in, and the numbers on the device's screen. The last answer counts.
 * @param who the holder of the check-in's link
 * @throws Refusal "missing" for an unknown check-in; "conflict" after the first 90 nights have ended; "invalid" for
 *   numbers that can't be true
 */
export function answerCheckIn(app: App, who: Patient, stepId: number, input: CheckInInput): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    const found = await findCheckIn(trx, stepId);
    if (!found) throw new Refusal("missing", strings.unknown);
    const { step, followed } = found;
    if (followed.ended_at !== null) throw new Refusal("conflict", strings.endedNow);
    const tx = { trx, app, who };
    const reading = step.day >= readsFrom ? readingIn(input) : null;
    if (reading) {
      const readOn = todayOf(followed, app.clock.now());
      await saveReading(tx, followed, { reading, readOn, source: "patient", by: "the patient" });
    }
    const { answer } = input;
    await trx
      .updateTable("plan_steps")
      .set({
        answer,
        answered_at: app.clock.now(),
        troubles: JSON.stringify(input.troubles),
      })
      .where("id", "=", stepId)
      .execute();
    if (await takesBackStop(tx, found, answer)) await resumeCheckIns(tx, followed);
    await follow(tx, { step, followed, answer, reading });
    // How it goes is health data, which the log doesn't contain.
    await logAudit(tx, "nights.answered", `order ${step.order_id}`, { day: step.day });
  });
}

/** @throws Refusal "invalid" if other numbers came without the nights */
function readingIn({ nights_used, nights_counted, hours }: CheckInInput): Reading | null {
  if (nights_used === undefined) {
    if (nights_counted === undefined && hours === undefined) return null;
    throw invalidField("nights_used", strings.needsNights);
  }
  return { nights_used, nights_counted: nights_counted ?? null, minutes: hours ?? null };
}

interface Answered {
  step: Row<"plan_steps">;
  followed: FirstNights;
  answer: Answer;
  reading: Reading | null;
}

async function follow(tx: Tx<Patient>, { step, followed, answer, reading }: Answered): Promise<void> {
  const orderId = step.order_id;
  const about = `day ${step.day}`;
  switch (answer) {
    case "well":
      if (step.day >= readsFrom && !isPoor(reading, followed, tx.app.clock.now())) {
        await cancelNearCalls(tx, orderId);
      }
      return;
    case "trouble":
      await skip(tx, orderId, "call", near);
      return callAboutNights(tx, { orderId, reason: "nights_trouble", about });
    case "call":
      await skip(tx, orderId, "call", near);
      return callAboutNights(tx, { orderId, reason: "nights_asked", about });
    case "stop":
      await skip(tx, orderId, "check_in");
      return callAboutNights(tx, { orderId, reason: "nights_stop", about });
    case "returned":
      await skip(tx, orderId, "check_in");
      return callAboutNights(tx, { orderId, reason: "nights_returned", about });
  }
}

const stopsCheckIns = (answer: Answer | null) => answer === "stop" || answer === "returned";

/** Whether the patient changes, on the same day, the answer after which no more check-ins are sent. */
async function takesBackStop(
  { trx, app }: Tx<Patient>,
  { step, followed }: Pick<Answered, "step" | "followed">,
  answer: Answer,
): Promise<boolean> {
  const { answer: before, answered_at: at, started_on } = step;
  return (
    stopsCheckIns(before) &&
    !stopsCheckIns(answer) &&
    at !== null &&
    localDate(at, followed.zone) === localDate(app.clock.now(), followed.zone) &&
    started_on === followed.started_on &&
    !(await hasTurnedOffAll(trx, step.order_id))
  );
}

/** Plans the check-ins again that are still ahead. Only an answer skips a check-in before its time. */
async function resumeCheckIns(
  { trx, app }: Tx<Patient>,
  { order_id, started_on }: FirstNights,
): Promise<void> {
  await trx
    .updateTable("plan_steps")
    .set({ state: "planned", settled_at: null })
    .where("order_id", "=", order_id)
    .where("started_on", "=", started_on)
    .where("type", "=", "check_in")
    .where("state", "=", "skipped")
    .where("due_at", ">", app.clock.now())
    .execute();
}

function isPoor(reading: Reading | null, followed: FirstNights, now: number): boolean {
  if (!reading) return false;
  const past = Math.round((Date.parse(todayOf(followed, now)) - Date.parse(followed.started_on)) / day);
  return (reading.nights_counted ?? reading.nights_used) < goodShare * Math.min(30, past);
}

/** Cancels the planned calls of the next days, and an open planned call. Staff still call about anything else. */
async function cancelNearCalls(tx: Tx, orderId: number): Promise<void> {
  await skip(tx, orderId, "call", near);
  await tx.trx
    .updateTable("call_tasks")
    .set((eb) => ({ done_at: tx.app.clock.now(), version: eb("version", "+", 1), due_before: null }))
    .where("order_id", "=", orderId)
    .where("done_at", "is", null)
    .where("reason", "=", "nights_plan")
    .execute();
}

/** @param within ms; without it, all planned steps of the type */
async function skip(
  { trx, app }: Tx,
  orderId: number,
  type: Row<"plan_steps">["type"],
  within = Number.MAX_SAFE_INTEGER,
): Promise<void> {
  const now = app.clock.now();
  await trx
    .updateTable("plan_steps")
    .set({ state: "skipped", settled_at: now })
    .where("order_id", "=", orderId)
    .where("state", "=", "planned")
    .where("type", "=", type)
    .where("due_at", "<=", Math.min(now + within, Number.MAX_SAFE_INTEGER))
    .execute();
}
