import { sql } from "kysely";
import { addDays, localDate } from "~/core/time";
import { isSupervisor, type Staff } from "~/core/who";
import { yieldToEventLoop } from "~/core/yield-to-event-loop.server";
import type { Db } from "~/db/open.server";
import { type Progress, progressOf, recordedNights } from "../list-first-nights.server";
import { kindsInOrder, needsStaff, type StepKind } from "../next-step";
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
  /** The newest note, so that no one calls twice. Milliseconds UTC. */
  note: { at: number; by: string | null } | null;
}

const lastNote = sql<string | null>`(
  select json_array(order_notes.created_at, users.name) from order_notes
  left join users on users.id = order_notes.user_id
  where order_notes.order_id = orders.id order by order_notes.id desc limit 1)`;

/** The patients whose nights are followed, the most urgent first. Therapists get the patients whose visit they held. */
export async function listFollowed(
  db: Db,
  who: Staff,
  { now, onlyOpen }: { now: number; onlyOpen: boolean },
): Promise<{ patients: ListedPatient[]; counts: Record<StepKind, number>; total: number; all: number }> {
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
      "orders.patient_id",
      "orders.patient_name",
      "orders.phone_ext",
      "therapists.name as therapist",
    ])
    .select(situationColumns)
    .select((eb) => [
      lastNote.as("last_note"),
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
    const ids = JSON.stringify(some.map(({ order_id }) => order_id));
    const nights = await db
      .selectFrom("nights")
      .select(["order_id", "night", "source", "device", "minutes"])
      .where("order_id", "in", sql<number>`(select value from json_each(${ids}))`)
      .execute();
    const nightsOf = Map.groupBy(nights, ({ order_id }) => order_id);
    for (const row of some) {
      const nights = recordedNights(nightsOf.get(row.order_id) ?? []);
      const [at = null, by = null] = JSON.parse(row.last_note ?? "[]") as [number?, string?];
      found.push({
        ...progressOf(row, nights, { now, ...situationOf(row) }),
        orderId: row.order_id,
        patientId: row.patient_id,
        patientName: row.patient_name,
        phone: row.phone,
        extension: row.phone_ext,
        therapist: row.therapist,
        callTask: maySupervise ? row.call_task : null,
        note: at === null ? null : { at, by },
      });
    }
  }
  const counts = Object.fromEntries(
    kindsInOrder.map((kind) => [kind, found.filter(({ step }) => step.kind === kind).length]),
  ) as Record<StepKind, number>;
  const shown = onlyOpen ? found.filter(({ step }) => needsStaff(step)) : found;
  const rank = ({ step }: ListedPatient) => kindsInOrder.indexOf(step.kind);
  shown.sort((one, other) => rank(one) - rank(other) || other.day - one.day);
  return { patients: shown.slice(0, mostRows), counts, total: shown.length, all: found.length };
}
