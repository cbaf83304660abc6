import { sql } from "kysely";
import { addDays, localDate } from "~/core/time";
import { isSupervisor, type Staff } from "~/core/who";
import { yieldToEventLoop } from "~/core/yield-to-event-loop.server";
import type { Db } from "~/db/open.server";
import type { callOutcomes } from "~/orders/call-tasks/call-task";
import { listEvidence, type Progress, progressOf } from "../list-first-nights.server";
import { kindsInOrder, needsStaff, type StepKind } from "../next-step";
import type { Snooze } from "../put-off";
import { snoozeOf } from "../put-off.server";
import { situationColumns, situationOf } from "./situation.server";

/** Patients stay on the list for a month after their 90 nights. */
const listedDays = 120;
const mostRows = 500;
const ordersPerStep = 100;

export interface ListedPatient extends Progress {
  orderId: number;
  patientId: number;
  patientName: string | null;
  phone: string | null;
  extension: string | null;
  therapist: string | null;
  /** The open call task, for supervisors. */
  callTask: number | null;
  /** Null if the patient isn't snoozed. */
  snooze: Snooze | null;
  /** The newest call with a result. Milliseconds UTC. */
  call: { at: number; outcome: (typeof callOutcomes)[number]; by: string | null } | null;
  /** The newest note, so that no one calls twice. Milliseconds UTC. */
  note: { at: number; by: string | null } | null;
}

const lastNote = sql<string | null>`(
  select json_array(order_notes.created_at, users.name) from order_notes
  left join users on users.id = order_notes.user_id
  where order_notes.order_id = orders.id order by order_notes.id desc limit 1)`;

const lastCall = sql<string | null>`(
  select json_array(call_tasks.called_at, call_tasks.outcome, users.name) from call_tasks
  left join users on users.id = call_tasks.user_id
  where call_tasks.order_id = orders.id and call_tasks.called_at is not null
  order by call_tasks.id desc limit 1)`;

type Called = NonNullable<ListedPatient["call"]>;

function callOf(json: string | null): Called | null {
  const [at, outcome, by = null] = JSON.parse(json ?? "[]") as [number?, Called["outcome"]?, string?];
  return at !== undefined && outcome ? { at, outcome, by } : null;
}

interface FollowedPatients {
  patients: ListedPatient[];
  /** Of the view. */
  counts: Record<StepKind, number>;
  /** Of the view. */
  total: number;
  /** Of all views. */
  all: number;
  snoozed: number;
}

/** The patients whose nights are followed, the most urgent first. Therapists get the patients whose visit they held. */
export async function listFollowed(
  db: Db,
  who: Staff,
  { now, show }: { now: number; show: "open" | "snoozed" | "all" },
): Promise<FollowedPatients> {
  const maySupervise = isSupervisor(who);
  let followed = db
    .selectFrom("first_nights")
    .innerJoin("orders", "orders.id", "first_nights.order_id")
    .leftJoin("visits", "visits.id", "first_nights.visit_id")
    .leftJoin("therapists", "therapists.id", "visits.therapist_id")
    .select([
      "first_nights.order_id",
      "first_nights.started_on",
      "first_nights.zone",
      "first_nights.created_at",
      "first_nights.snoozed_until",
      "first_nights.snooze_reason",
      "first_nights.snoozed_by",
      "orders.patient_id",
      "orders.patient_name",
      "orders.phone_ext",
      "therapists.name as therapist",
    ])
    .select(situationColumns)
    .select((eb) => [
      lastNote.as("last_note"),
      lastCall.as("last_call"),
      eb
        .selectFrom("call_tasks")
        .select("call_tasks.id")
        .whereRef("call_tasks.order_id", "=", "orders.id")
        .where("call_tasks.done_at", "is", null)
        .as("call_task"),
    ])
    .where("first_nights.ended_at", "is", null)
    .where("first_nights.started_on", ">=", addDays(localDate(now, "UTC"), -listedDays))
    .orderBy("first_nights.started_on")
    .orderBy("first_nights.order_id");
  if (!maySupervise) followed = followed.where("visits.therapist_id", "=", who.therapistId ?? 0);
  const rows = await followed.execute();
  const found: ListedPatient[] = [];
  for (let from = 0; from < rows.length; from += ordersPerStep) {
    if (from > 0) await yieldToEventLoop();
    const some = rows.slice(from, from + ordersPerStep);
    const evidenceOf = await listEvidence(
      db,
      some.map(({ order_id }) => order_id),
    );
    for (const row of some) {
      const [at = null, by = null] = JSON.parse(row.last_note ?? "[]") as [number?, string?];
      found.push({
        ...progressOf(row, evidenceOf(row.order_id), { now, ...situationOf(row) }),
        orderId: row.order_id,
        patientId: row.patient_id,
        patientName: row.patient_name,
        phone: row.phone,
        extension: row.phone_ext,
        therapist: row.therapist,
        snooze: snoozeOf(row, now),
        callTask: maySupervise ? row.call_task : null,
        call: callOf(row.last_call),
        note: at === null ? null : { at, by },
      });
    }
  }
  const shown = found.filter(({ step, snooze }) =>
    show === "all" ? true : show === "snoozed" ? snooze !== null : needsStaff(step) && snooze === null,
  );
  const counts = Object.fromEntries(
    kindsInOrder.map((kind) => [kind, shown.filter(({ step }) => step.kind === kind).length]),
  ) as Record<StepKind, number>;
  const rank = ({ step }: ListedPatient) => kindsInOrder.indexOf(step.kind);
  shown.sort((one, other) => rank(one) - rank(other) || other.day - one.day);
  return {
    patients: shown.slice(0, mostRows),
    counts,
    total: shown.length,
    all: found.length,
    snoozed: found.filter(({ snooze }) => snooze !== null).length,
  };
}
