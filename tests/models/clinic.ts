import { addSlots, removeSlot, removeSlots } from "~/availability/changes/change-slots.server";
import { Refusal } from "~/core/refusal";
import { addDays, day, hour, instantOf, iso, localDate, minute, startOfDay } from "~/core/time";
import { bookVisit } from "~/visits/book-visit.server";
import { cancelMyVisit, cancelVisit } from "~/visits/cancel-visit.server";
import { completeVisit } from "~/visits/complete-visit.server";
import { confirmVisit } from "~/visits/confirm-visit.server";
import { moveMyVisit, moveVisit } from "~/visits/move-visit.server";
import { notifyOfMoves } from "~/visits/moves/notify-of-moves.server";
import { undoMove } from "~/visits/moves/undo-move.server";
import { monday, type scratchApp } from "../support/scratch";
import { seedOrder, seedSlots, seedTherapist, seedUser } from "../support/seed";
import { patientOf, staffOf } from "../support/users";
import { type Action, ScheduleModel } from "./schedule-model";

export type ClinicApp = Pick<ReturnType<typeof scratchApp>, "clock"> & ReturnType<typeof scratchApp>;

const zone = "America/New_York";
const orders = 4;
// A day's slots fit two visits, but the first therapist's capacity is one.
const capacities = [1, 8];
const link = "https://meet.example/abc";

/** The days of a history: today, the next two days, and the last day that can be booked. */
const dates = [0, 1, 2, 60].map((ahead) => addDays("2026-03-02", ahead));

/** Creates a small clinic in the database, separate from earlier histories. */
export async function openClinic(app: ClinicApp) {
  app.clock.set(monday);
  const model = new ScheduleModel(
    monday,
    dates.map((date) => ({
      midnight: startOfDay(date, zone),
      opens: instantOf(date, "11:00", zone) ?? 0,
    })),
    capacities,
  );
  const therapists: Awaited<ReturnType<typeof seedTherapist>>[] = [];
  for (const daily_capacity of capacities) therapists.push(await seedTherapist(app, { daily_capacity }));
  for (const [number, therapist] of therapists.entries()) {
    const own = model.slots.filter((slot) => slot.with === number);
    await seedSlots(
      app,
      therapist,
      own.map(({ start }) => start),
    );
  }
  const people: Awaited<ReturnType<typeof seedOrder>>[] = [];
  for (let order = 0; order < orders; order++) people.push(await seedOrder(app));
  const supervisor = await seedUser(app, ["supervisor"]);
  const visitIds: number[] = [];
  return { app, model, therapists, people, supervisor, visitIds };
}

export type Clinic = Awaited<ReturnType<typeof openClinic>>;

/** The input of an action, with IDs and names from the database. */
export function requestOf({ model, therapists, people, visitIds }: Clinic, action: Action) {
  const therapist = "with" in action ? (therapists[action.with]?.name ?? "") : "";
  const order = "order" in action ? people[action.order] : undefined;
  const start = "at" in action ? model.timeOf(action.at) : 0;
  const number = "visit" in action ? action.visit % Math.max(1, visitIds.length) : -1;
  const id = visitIds[number] ?? 987_654_321;
  const version = model.visits[number]?.version ?? 1;
  const date = "date" in action ? (dates[action.date] ?? "") : "";
  return { therapist, order, start, id, version, date };
}

/** The time this many quarter hours after 11:00, as `HH:MM`. */
export const quarter = (count: number) =>
  `${String(11 + Math.floor(count / 4)).padStart(2, "0")}:${String((count % 4) * 15).padStart(2, "0")}`;

export const patternOf = (action: Extract<Action, { type: "generate" | "remove" }>, date: string) => ({
  fromDate: date,
  toDate: date,
  days: [0, 1, 2, 3, 4, 5, 6],
  startTime: action.type === "generate" ? "11:00" : quarter(action.from),
  endTime: action.type === "generate" ? "13:00" : quarter(action.to),
  interval: action.type === "generate" ? action.interval : 15,
  removeExisting: action.type === "generate" && action.replace,
  dryRun: false,
});

/** Performs an action with the functions shared by pages, the API, and the command line. */
export async function perform(clinic: Clinic, action: Action): Promise<void> {
  const { app, supervisor } = clinic;
  const { therapist, order, start, id, version, date } = requestOf(clinic, action);
  const staff = staffOf({ userId: supervisor.id, email: supervisor.email, name: supervisor.name });
  const patient = patientOf(order?.id ?? 0);
  switch (action.type) {
    case "book":
      await bookVisit(app, action.by === "patient" ? patient : staff, {
        patient_id: order?.patient_id ?? 0,
        brightree_db: order?.brightree_db ?? "",
        therapist,
        datetime: start,
        sms_consent: true,
        idempotency_key: action.key === undefined ? undefined : `key-number-${action.key}`,
      });
      return;
    case "move-mine":
      await moveMyVisit(app, patient, { datetime: start, therapist });
      return;
    case "move":
      await moveVisit(app, staff, {
        id,
        datetime: start,
        end: action.long ? start + 90 * minute : undefined,
        version: action.stale ? version + 1 : version,
        hold: action.hold,
      });
      return;
    case "undo":
      await undoMove(app, staff, { id });
      return;
    case "confirm":
      await confirmVisit(app, staff, { appointment_id: id, meeting_link: link });
      return;
    case "complete":
      await completeVisit(app, staff, id);
      return;
    case "cancel":
      await cancelVisit(app, staff, id, null);
      return;
    case "cancel-mine":
      await cancelMyVisit(app, patient);
      return;
    case "generate":
      await addSlots(app, staff, { therapist, ...patternOf(action, date) });
      return;
    case "remove":
      await removeSlots(app, staff, { therapist, ...patternOf(action, date) });
      return;
    case "remove-one":
      await removeSlot(app, staff, { therapist, datetime: start });
      return;
    case "wait":
      app.clock.advance(action.for);
      await notifyOfMoves(app);
  }
}

/** Resolves to "done" or the refusal's code. Rethrows any other error. */
export const outcomeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "done",
    (error: unknown) => {
      if (error instanceof Refusal) return error.code;
      throw error;
    },
  );

/** The state of the clinic in the database, in the model's terms. */
export async function stateOf({ app, therapists, people, visitIds }: Clinic) {
  const numbers = new Map(therapists.map(({ id }, number) => [id, number]));
  const orderNumbers = new Map(people.map(({ id }, number) => [id, number]));
  const visits = await app.db
    .selectFrom("visits")
    .select(["id", "order_id", "therapist_id", "start_at", "end_at", "local_date", "status", "version"])
    .where("order_id", "in", [...orderNumbers.keys()])
    .orderBy("id")
    .execute();
  const slots = await app.db
    .selectFrom("slots")
    .select(["therapist_id", "start_at"])
    .where("therapist_id", "in", [...numbers.keys()])
    .orderBy("therapist_id")
    .orderBy("start_at")
    .execute();
  const steps = await app.db
    .selectFrom("orders")
    .select(["step", "closed_at"])
    .where("id", "in", [...orderNumbers.keys()])
    .orderBy("id")
    .execute();
  visitIds.splice(0, visitIds.length, ...visits.map(({ id }) => id));
  const subjects = visits.map(({ id }) => `visit ${id}`);
  const count = (of: { n: number } | undefined) => of?.n ?? 0;
  const auditEntries = await app.db
    .selectFrom("audit_log")
    .select((row) => row.fn.countAll<number>().as("n"))
    .where("subject", "in", subjects)
    .executeTakeFirst();
  const notices = await app.db
    .selectFrom("outbox")
    .select((row) => row.fn.countAll<number>().as("n"))
    .where("visit_id", "in", visitIds)
    .executeTakeFirst();
  return {
    shown: {
      visits: visits.map(
        (visit) =>
          `${orderNumbers.get(visit.order_id)} with ${numbers.get(visit.therapist_id)} ${iso(visit.start_at)} to ${iso(visit.end_at)} ${visit.status} v${visit.version} on ${visit.local_date}`,
      ),
      slots: slots.map((slot) => `${numbers.get(slot.therapist_id)} ${iso(slot.start_at)}`),
      steps: steps.map(({ step, closed_at }) => ({ step, closed: closed_at !== null })),
      auditEntries: count(auditEntries),
    },
    notices: count(notices),
  };
}

/** The state of the model, in the same terms. */
export function shownBy(model: ScheduleModel) {
  return {
    visits: model.visits.map(
      (visit) =>
        `${visit.order} with ${visit.with} ${iso(visit.start)} to ${iso(visit.end)} ${visit.status} v${visit.version} on ${localDate(visit.start, zone)}`,
    ),
    slots: [...model.slots]
      .sort((a, b) => a.with - b.with || a.start - b.start)
      .map((slot) => `${slot.with} ${iso(slot.start)}`),
    steps: model.recordSteps(orders),
    auditEntries: model.auditEntries,
  };
}

export const waits = [31_000, hour, hour, 11 * hour, 12 * hour, day];
