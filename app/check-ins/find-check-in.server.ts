import type { App } from "~/boot/app.server";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { type FirstNights, findFirstNights } from "~/nights/first-nights.server";
import { checkInToken, stepOfToken } from "./check-in-link.server";
import type { Answer, Trouble } from "./check-in-schema";

/** From this day on, patients are asked for the numbers on the device's screen. */
export const readsFrom = 3;

/** A check-in that was sent. Null for an unknown one. */
export async function findCheckIn(
  db: Db,
  stepId: number,
): Promise<{ step: Row<"plan_steps">; followed: FirstNights } | null> {
  const step = await db
    .selectFrom("plan_steps")
    .selectAll()
    .where("id", "=", stepId)
    .where("type", "=", "check_in")
    .where("state", "=", "done")
    .executeTakeFirst();
  const followed = step && (await findFirstNights(db, step.order_id));
  return step && followed ? { step, followed } : null;
}

/** Data for the page of a check-in. It has no name and no saved number. */
export interface CheckInPage {
  isEnded: boolean;
  answer: Answer | null;
  troubles: Trouble[];
  asksNumbers: boolean;
  zone: string;
  /** When the next check-in is planned, in ms UTC. Null without one. */
  nextAt: number | null;
}

export async function findCheckInPage(
  app: App,
  token: string,
): Promise<(CheckInPage & { orderId: number }) | null> {
  const id = stepOfToken(app, token);
  const found = id === null ? null : await findCheckIn(app.reads, id);
  if (!found) return null;
  const { step, followed } = found;
  const next = await app.reads
    .selectFrom("plan_steps")
    .select((eb) => eb.fn.min("due_at").as("at"))
    .where("order_id", "=", step.order_id)
    .where("started_on", "=", followed.started_on)
    .where("type", "=", "check_in")
    .where("state", "=", "planned")
    .executeTakeFirst();
  return {
    orderId: step.order_id,
    isEnded: followed.ended_at !== null,
    answer: step.answer,
    troubles: JSON.parse(step.troubles) as Trouble[],
    asksNumbers: step.day >= readsFrom,
    zone: followed.zone,
    nextAt: next?.at ?? null,
  };
}

export interface PatientPlan {
  zone: string;
  /** The steps that are still planned, with the time in ms UTC. Notes to the order system aren't the patient's. */
  ahead: { type: "check_in" | "call" | "visit"; at: number }[];
  /** True after the patient answered that they stop, or don't have the equipment anymore. Nothing is ahead then. */
  hasStopped: boolean;
  /** The path of the newest check-in without an answer. */
  answerHref: string | null;
}

/** The plan that the patient reads on My visit. Null if their nights aren't followed, or nothing was ever planned. */
export async function findPatientPlan(app: App, orderId: number): Promise<PatientPlan | null> {
  const followed = await findFirstNights(app.reads, orderId);
  if (!followed || followed.ended_at !== null) return null;
  const steps = await app.reads
    .selectFrom("plan_steps")
    .select(["id", "type", "due_at", "state", "answer"])
    .where("order_id", "=", orderId)
    .where("started_on", "=", followed.started_on)
    .orderBy("due_at")
    .execute();
  if (steps.length === 0) return null;
  const asked = steps.findLast(({ type, state }) => type === "check_in" && state === "done");
  const ahead = steps.flatMap(({ type, due_at, state }) =>
    state === "planned" && type !== "note" ? [{ type, at: due_at }] : [],
  );
  // Staff who start the plan again plan new check-ins.
  const hasStopped =
    (asked?.answer === "stop" || asked?.answer === "returned") &&
    !ahead.some(({ type }) => type === "check_in");
  return {
    zone: followed.zone,
    ahead: hasStopped ? [] : ahead,
    hasStopped,
    answerHref: asked && asked.answer === null ? `/check-in/${checkInToken(app, asked.id)}` : null,
  };
}
