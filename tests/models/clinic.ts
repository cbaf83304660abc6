import { addSlots } from "~/availability/changes/add-slots.server";
import { removeSlot, removeSlots } from "~/availability/changes/remove-slots.server";
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
import { type Act, Diary } from "./schedule-model";

export type ClinicApp = Pick<ReturnType<typeof scratchApp>, "clock"> & ReturnType<typeof scratchApp>;

const zone = "America/New_York";
const orders = 4;
// A day has room for two visits, and the first therapist's capacity is one.
const capacities = [1, 8];
const link = "https://meet.example/abc";

/** The days of a history: today, the next two, and one at the horizon. */
const dates = [0, 1, 2, 60].map((ahead) => addDays("2026-03-02", ahead));

/** A small clinic in the database, without data from earlier histories. */
export async function openClinic(app: ClinicApp) {
  app.clock.set(monday);
  const model = new Diary(
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

/** An act's input, with real ids and names. */
export function requestOf({ model, therapists, people, visitIds }: Clinic, act: Act) {
  const therapist = "with" in act ? (therapists[act.with]?.name ?? "") : "";
  const order = "order" in act ? people[act.order] : undefined;
  const start = "at" in act ? model.timeOf(act.at) : 0;
  const number = "visit" in act ? act.visit % Math.max(1, visitIds.length) : -1;
  const id = visitIds[number] ?? 987_654_321;
  const version = model.visits[number]?.version ?? 1;
  const date = "date" in act ? (dates[act.date] ?? "") : "";
  return { therapist, order, start, id, version, date };
}

/** `HH:MM` this many quarter hours after eleven. */
export const quarter = (count: number) =>
  `${String(11 + Math.floor(count / 4)).padStart(2, "0")}:${String((count % 4) * 15).padStart(2, "0")}`;

export const patternOf = (act: Extract<Act, { act: "generate" | "remove" }>, date: string) => ({
  fromDate: date,
  toDate: date,
  days: [0, 1, 2, 3, 4, 5, 6],
  startTime: act.act === "generate" ? "11:00" : quarter(act.from),
  endTime: act.act === "generate" ? "13:00" : quarter(act.to),
  interval: act.act === "generate" ? act.interval : 15,
  removeExisting: act.act === "generate" && act.afresh,
  dryRun: false,
});

/** Performs an act with the functions that pages, the API and the command line share. */
export async function perform(clinic: Clinic, act: Act): Promise<void> {
  const { app, supervisor } = clinic;
  const { therapist, order, start, id, version, date } = requestOf(clinic, act);
  const staff = staffOf({ userId: supervisor.id, email: supervisor.email, name: supervisor.name });
  const patient = patientOf(order?.id ?? 0);
  switch (act.act) {
    case "book":
      await bookVisit(app, act.by === "patient" ? patient : staff, {
        patient_id: order?.patient_id ?? 0,
        brightree_db: order?.brightree_db ?? "",
        therapist,
        datetime: start,
        sms_consent: true,
        idempotency_key: act.key === undefined ? undefined : `key-number-${act.key}`,
      });
      return;
    case "move-mine":
      await moveMyVisit(app, patient, { datetime: start, therapist });
      return;
    case "move":
      await moveVisit(app, staff, {
        id,
        datetime: start,
        end: act.long ? start + 90 * minute : undefined,
        version: act.stale ? version + 1 : version,
        hold: act.hold,
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
      await cancelVisit(app, staff, id);
      return;
    case "cancel-mine":
      await cancelMyVisit(app, patient);
      return;
    case "generate":
      await addSlots(app, staff, { therapist, ...patternOf(act, date) });
      return;
    case "remove":
      await removeSlots(app, staff, { therapist, ...patternOf(act, date) });
      return;
    case "remove-one":
      await removeSlot(app, staff, { therapist, datetime: start });
      return;
    case "wait":
      app.clock.advance(act.for);
      await notifyOfMoves(app);
  }
}

/** The result: done, or the refusal's code. Any other error is a fault. */
export const outcomeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => "done",
    (error: unknown) => {
      if (error instanceof Refusal) return error.code;
      throw error;
    },
  );

/** The clinic in the database, in the model's terms. */
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
  const standing = await app.db
    .selectFrom("orders")
    .select(["step", "closed_at"])
    .where("id", "in", [...orderNumbers.keys()])
    .orderBy("id")
    .execute();
  visitIds.splice(0, visitIds.length, ...visits.map(({ id }) => id));
  const subjects = visits.map(({ id }) => `visit ${id}`);
  const count = (of: { n: number } | undefined) => of?.n ?? 0;
  const acts = await app.db
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
      steps: standing.map(({ step, closed_at }) => ({ step, closed: closed_at !== null })),
      acts: count(acts),
    },
    notices: count(notices),
  };
}

/** The same from the model. */
export function shownBy(model: Diary) {
  return {
    visits: model.visits.map(
      (visit) =>
        `${visit.order} with ${visit.with} ${iso(visit.start)} to ${iso(visit.end)} ${visit.status} v${visit.version} on ${localDate(visit.start, zone)}`,
    ),
    slots: [...model.slots]
      .sort((a, b) => a.with - b.with || a.start - b.start)
      .map((slot) => `${slot.with} ${iso(slot.start)}`),
    steps: model.noteSteps(orders),
    acts: model.acts,
  };
}

export const waits = [31_000, hour, hour, 11 * hour, 12 * hour, day];
