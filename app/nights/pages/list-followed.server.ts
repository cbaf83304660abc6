import { sql } from "kysely";
import { addDays, localDate } from "~/core/time";
import { isSupervisor, type Staff } from "~/core/who";
import { yieldToEventLoop } from "~/core/yield-to-event-loop.server";
import type { Db } from "~/db/open.server";
import type { callOutcomes } from "~/orders/call-tasks/call-task";
import {
  inList,
  listReadingRows,
  type Progress,
  progressKindOf,
  progressOf,
} from "../list-first-nights.server";
import {
  changedByReach,
  changedByVisit,
  kindsInOrder,
  needsStaff,
  type Situation,
  type StepKind,
  usualSituation,
} from "../next-step";
import { storedUses } from "../night-uses";
import type { Snooze } from "../put-off";
import { snoozeOf } from "../put-off.server";
import type { ReadingRow } from "../readings";
import { findSituations } from "./situation.server";

/** Patients stay on the list for a month after their 90 nights. */
const listedDays = 120;
const mostRows = 500;
const patientsPerStep = 500;

export interface ListedPatient extends Progress {
  orderId: number;
  patientId: number;
  patientName: string | null;
  phone: string | null;
  extension: string | null;
  therapist: string | null;
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

/**
 * The patients whose nights are followed, the most urgent first. Therapists get the patients whose visit they held. Every
 * patient's step follows from one row. Names, calls, and notes are read only for the patients on the page.
 */
export async function listFollowed(
  db: Db,
  who: Staff,
  { now, show }: { now: number; show: "open" | "snoozed" | "all" },
): Promise<FollowedPatients> {
  const found = await findSteps(db, who, now);
  const shown = found.filter(({ kind, snooze }) =>
    show === "all" ? true : show === "snoozed" ? snooze !== null : needsStaff({ kind }) && snooze === null,
  );
  const counts = Object.fromEntries(
    kindsInOrder.map((kind) => [kind, shown.filter((one) => one.kind === kind).length]),
  ) as Record<StepKind, number>;
  const rank = ({ kind }: Found) => kindsInOrder.indexOf(kind);
  shown.sort((one, other) => rank(one) - rank(other) || other.day - one.day);
  return {
    patients: await withDetails({ db, who, now }, shown.slice(0, mostRows)),
    counts,
    total: shown.length,
    all: found.length,
    snoozed: found.filter(({ snooze }) => snooze !== null).length,
  };
}

interface Found {
  row: FollowedRow;
  readings: readonly ReadingRow[];
  situation: Situation;
  day: number;
  kind: StepKind;
  snooze: Snooze | null;
}

type FollowedRow = Awaited<ReturnType<typeof findRows>>[number];

async function findRows(db: Db, who: Staff, now: number) {
  let followed = db
    .selectFrom("first_nights")
    .select([
      "order_id",
      "started_on",
      "zone",
      "created_at",
      "snoozed_until",
      "snooze_reason",
      "snoozed_by",
      "reevaluation_on",
      "uses_from",
      "uses",
    ])
    .where("ended_at", "is", null)
    .where("started_on", ">=", addDays(localDate(now, "UTC"), -listedDays))
    .orderBy("started_on")
    .orderBy("order_id");
  if (!isSupervisor(who)) {
    followed = followed.where(({ exists, selectFrom }) =>
      exists(
        selectFrom("visits")
          .select("visits.id")
          .whereRef("visits.id", "=", "first_nights.visit_id")
          .where("visits.therapist_id", "=", who.therapistId ?? 0),
      ),
    );
  }
  return followed.execute();
}

/** The group of each followed patient, in the order of their first nights. */
async function findSteps(db: Db, who: Staff, now: number): Promise<Found[]> {
  const rows = await findRows(db, who, now);
  const readingsOf = await listReadingRows(
    db,
    rows.map(({ order_id }) => order_id),
  );
  const found: Found[] = [];
  for (const [index, row] of rows.entries()) {
    if (index > 0 && index % patientsPerStep === 0) await yieldToEventLoop();
    const readings = readingsOf(row.order_id);
    const situation: Situation = { ...usualSituation, elsewhere: row.reevaluation_on };
    const known = { uses: storedUses(row), readings };
    const snooze = snoozeOf(row, now);
    found.push({
      row,
      readings,
      situation,
      snooze,
      ...progressKindOf(row, known, { now, ...situation }),
    });
  }
  const ofKind = (kind: StepKind) => found.flatMap((one) => (one.kind === kind ? [one.row.order_id] : []));
  const situationOf = await findSituations(db, {
    visit: ofKind(changedByVisit),
    reach: ofKind(changedByReach),
  });
  for (const one of found) {
    const { row, readings } = one;
    const changed = situationOf(row.order_id);
    if (!changed) continue;
    one.situation = { ...one.situation, ...changed };
    one.kind = progressKindOf(row, { uses: storedUses(row), readings }, { now, ...one.situation }).kind;
  }
  return found;
}

async function withDetails(
  { db, who, now }: { db: Db; who: Staff; now: number },
  shown: readonly Found[],
): Promise<ListedPatient[]> {
  const maySupervise = isSupervisor(who);
  const rows = await db
    .selectFrom("orders")
    .innerJoin("first_nights", "first_nights.order_id", "orders.id")
    .leftJoin("visits", "visits.id", "first_nights.visit_id")
    .leftJoin("therapists", "therapists.id", "visits.therapist_id")
    .select([
      "orders.id",
      "orders.patient_id",
      "orders.patient_name",
      "orders.phone",
      "orders.phone_ext",
      "therapists.name as therapist",
    ])
    .select((eb) => [
      lastNote.as("last_note"),
      lastCall.as("last_call"),
      eb
        .selectFrom("call_tasks")
        .select("call_tasks.id")
        .whereRef("call_tasks.order_id", "=", "orders.id")
        .where("call_tasks.done_at", "is", null)
        .orderBy(sql`call_tasks.reason in ('missed_visit', 'no_visit')`)
        .limit(1)
        .as("call_task"),
    ])
    .where("orders.id", "in", inList(shown.map((one) => one.row.order_id)))
    .execute();
  const rowOf = new Map(rows.map((row) => [row.id, row]));
  return shown.flatMap(({ row: followed, readings, situation, snooze }) => {
    const row = rowOf.get(followed.order_id);
    if (!row) return [];
    const [at = null, by = null] = JSON.parse(row.last_note ?? "[]") as [number?, string?];
    return {
      ...progressOf(followed, { uses: storedUses(followed), readings }, { now, ...situation }),
      orderId: row.id,
      snooze,
      patientId: row.patient_id,
      patientName: row.patient_name,
      phone: row.phone,
      extension: row.phone_ext,
      therapist: row.therapist,
      callTask: maySupervise ? row.call_task : null,
      call: callOf(row.last_call),
      note: at === null ? null : { at, by },
    };
  });
}
