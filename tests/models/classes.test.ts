import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { hour, minute } from "~/core/time";
import { cases, fewOf } from "../support/cases";
import { seedClassKind } from "../support/classes";
import { monday, scratchApp } from "../support/scratch";
import { seedOrder, seedSlots, seedTherapist, seedVisit } from "../support/seed";

type App = ReturnType<typeof scratchApp>;

const length = hour;
const visitLength = 45 * minute;
const date = "2026-03-02";

const action = fc.record({
  kind: fc.constantFrom("class", "move", "seats", "cancel", "seat", "seat", "seat", "leave", "visit"),
  nth: fc.nat(2),
  order: fc.nat(5),
  therapist: fc.nat(1),
  at: fc.nat(8).map((halves) => monday + halves * 30 * minute),
  number: fc.integer({ min: 2, max: 3 }),
  buffer: fc.constantFrom(0, 15 * minute),
});
type Action = typeof action extends fc.Arbitrary<infer Of> ? Of : never;

interface ClassInModel {
  id: number;
  therapist: number;
  start: number;
  buffer: number;
  seats: number;
  isOn: boolean;
}

/** The expected content of the database: classes, and each order's seat or visit. */
class Model {
  readonly classes: ClassInModel[] = [];
  readonly visits = new Map<
    number,
    { therapist: number; start: number; end: number; class: number | null }
  >();

  taken = (id: number) => [...this.visits.values()].filter((visit) => visit.class === id).length;

  /** The spans that occupy a therapist: visits that are no seats, and each class once. */
  spans(therapist: number, { order, id }: { order?: number; id?: number } = {}) {
    return [
      ...[...this.visits]
        .filter(([of, visit]) => visit.class === null && visit.therapist === therapist && of !== order)
        .map(([, { start, end }]) => ({ start, end })),
      ...this.classes
        .filter((one) => one.isOn && one.therapist === therapist && one.id !== id)
        .map(({ start, buffer }) => ({ start: start - buffer, end: start + length + buffer })),
    ];
  }

  isFree(therapist: number, start: number, end: number, except = {}): boolean {
    return this.spans(therapist, except).every((span) => span.end <= start || span.start >= end);
  }
}

async function aClinic() {
  const app = scratchApp();
  const therapists = [];
  for (let nth = 0; nth < 2; nth++) {
    const therapist = await seedTherapist(app, { daily_capacity: 3 });
    await seedSlots(
      app,
      therapist,
      Array.from({ length: 12 }, (_, nth) => monday + nth * 30 * minute),
    );
    therapists.push(therapist);
  }
  const orders = [];
  for (let nth = 0; nth < 6; nth++) orders.push((await seedOrder(app)).id);
  const kind = await seedClassKind(app, therapists[0]?.company_id ?? 0);
  return { app, therapists, orders, kind, model: new Model() };
}

type Clinic = Awaited<ReturnType<typeof aClinic>>;

const spanOf = (start: number, buffer: number) => ({
  from_at: start - buffer,
  to_at: start + length + buffer,
});

/** Tries one change of the database. @returns whether the model allows it, how to do it, and its effect on the model */
function changeOf({ app, therapists, orders, kind, model }: Clinic, action: Action) {
  const { therapist, at, number, buffer } = action;
  const therapistId = therapists[therapist]?.id ?? 0;
  const order = orders[action.order] ?? 0;
  const session = model.classes[action.nth];
  const write = (run: (trx: App["db"]) => Promise<unknown>) => () =>
    app.db.transaction().execute((trx) => run(trx));
  if (action.kind === "class") {
    if (model.classes.length > 2) return null;
    const id = model.classes.length + 1;
    return {
      allowed: model.isFree(therapist, at - buffer, at + length + buffer),
      run: write(async (trx) => {
        const times = { start_at: at, end_at: at + length, buffer_before: buffer, buffer_after: buffer };
        await trx
          .insertInto("classes")
          .values({
            id,
            company_id: kind.company_id,
            kind_id: kind.id,
            ...times,
            seats: number,
            meeting_link: "https://meet.example/c",
            uid: randomUUID(),
            created_at: monday,
          })
          .execute();
        await trx
          .insertInto("class_therapists")
          .values({
            class_id: id,
            therapist_id: therapistId,
            position: 0,
            local_date: date,
            ...spanOf(at, buffer),
          })
          .execute();
      }),
      done: () => model.classes.push({ id, therapist, start: at, buffer, seats: number, isOn: true }),
    };
  }
  if (action.kind === "leave") {
    const visit = model.visits.get(order);
    if (!visit) return null;
    return {
      allowed: true,
      run: write((trx) =>
        trx.updateTable("visits").set({ status: "cancelled" }).where("order_id", "=", order).execute(),
      ),
      done: () => model.visits.delete(order),
    };
  }
  if (action.kind === "visit") {
    if (model.visits.has(order)) return null;
    const end = at + visitLength;
    return {
      allowed: model.isFree(therapist, at, end),
      run: () =>
        seedVisit(app, { order_id: order, therapist_id: therapistId, start_at: at, local_date: date }),
      done: () => model.visits.set(order, { therapist, start: at, end, class: null }),
    };
  }
  if (!session) return null;
  const { id } = session;
  const classes = (trx: App["db"]) => trx.updateTable("classes").where("id", "=", id);
  if (action.kind === "seat") {
    if (model.visits.has(order)) return null;
    const { start } = session;
    const seat = {
      start_at: start,
      end_at: start + length,
      local_date: date,
      class_id: id,
      kind_id: kind.id,
    };
    return {
      allowed: session.isOn && model.taken(id) < session.seats,
      run: () =>
        seedVisit(app, { order_id: order, therapist_id: therapists[session.therapist]?.id ?? 0, ...seat }),
      done: () =>
        model.visits.set(order, {
          therapist: session.therapist,
          start,
          end: start + length,
          class: id,
        }),
    };
  }
  if (action.kind === "seats") {
    return {
      allowed: !session.isOn || model.taken(id) <= number,
      run: write((trx) => classes(trx).set({ seats: number }).execute()),
      done: () => Object.assign(session, { seats: number }),
    };
  }
  if (action.kind === "cancel") {
    return {
      allowed: model.taken(id) === 0,
      run: write((trx) => classes(trx).set({ status: "cancelled" }).execute()),
      done: () => Object.assign(session, { isOn: false }),
    };
  }
  if (!session.isOn) return null;
  const [start, end] = [at, at + length];
  return {
    allowed: model.isFree(session.therapist, start - session.buffer, end + session.buffer, { id }),
    run: write(async (trx) => {
      await classes(trx).set({ start_at: start, end_at: end }).execute();
      await trx
        .updateTable("class_therapists")
        .set(spanOf(start, session.buffer))
        .where("class_id", "=", id)
        .execute();
      await trx
        .updateTable("visits")
        .set({ start_at: start, end_at: end })
        .where("class_id", "=", id)
        .where("status", "=", "submitted")
        .execute();
    }),
    done: () => {
      session.start = start;
      for (const visit of model.visits.values()) if (visit.class === id) Object.assign(visit, { start, end });
    },
  };
}

const refused = /VISIT_OVERLAP|CLASS_(FULL|CHANGED|SEATS)/;

/** The openings by the model: free slots on a day with capacity, where a class counts once. */
function openings({ model, therapists }: Clinic): string[] {
  return therapists.flatMap(({ id }, nth) =>
    model.spans(nth).length >= 3
      ? []
      : Array.from({ length: 12 }, (_, slot) => monday + slot * 30 * minute)
          .filter((at) => model.isFree(nth, at, at + visitLength))
          .map((at) => `${id} ${at}`),
  );
}

/** Runs random changes, and compares each outcome and the openings with the model. */
async function compare(numRuns: number, plant?: (app: App) => Promise<unknown>): Promise<void> {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 15, maxLength: 30 }), async (actions) => {
      const clinic = await aClinic();
      await plant?.(clinic.app);
      for (const action of actions) {
        const change = changeOf(clinic, action);
        if (!change) continue;
        const accepted = await change.run().then(
          () => true,
          (error: unknown) => {
            if (!refused.test(String(error))) throw error;
            return false;
          },
        );
        expect(accepted, action.kind).toBe(change.allowed);
        if (accepted) change.done();
        const found = await clinic.app.db
          .selectFrom("open_slots")
          .select(["therapist_id", "start_at"])
          .execute();
        const listed = found.map(({ therapist_id, start_at }) => `${therapist_id} ${start_at}`);
        expect(listed.sort(), action.kind).toEqual(openings(clinic).sort());
      }
    }),
    { numRuns, endOnFailure: plant !== undefined },
  );
}

test("the database accepts exactly the classes, seats, and visits that fit, and openings follow", async () => {
  await expect(compare(cases(12, 40))).resolves.toBeUndefined();
}, 300_000);

test.each(
  fewOf([
    "seats_fit_their_class_when_made",
    "classes_keep_their_seats",
    "classes_never_overlap_when_made",
    "classes_never_overlap_when_changed",
    "visits_never_overlap_classes_when_made",
    "classes_free_their_therapists",
    "open_slots_of_new_class",
    "open_slots_of_changed_class",
  ]),
)(
  "the model notices a database without the trigger %s",
  async (trigger) => {
    const without = (app: App) => sql`drop trigger ${sql.ref(trigger)}`.execute(app.db);
    await expect(compare(60, without)).rejects.toThrow("Property failed");
  },
  300_000,
);
