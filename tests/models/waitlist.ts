import fc from "fast-check";
import { expect } from "vitest";
import { addSlots, removeSlot } from "~/availability/changes/change-slots.server";
import { changeCompany } from "~/company/change-company.server";
import { addDays, day, hour, instantOf, iso, localDate, minute } from "~/core/time";
import { operator } from "~/core/who";
import { acceptOffer } from "~/offers/accept-offer.server";
import { declineOffer } from "~/offers/decline-offer.server";
import { allParts, allWeekdays } from "~/offers/offer-schema";
import { runWaves } from "~/offers/run-waves.server";
import { endWait, saveWait } from "~/offers/waits/waits.server";
import { removeWish, saveWish } from "~/offers/wishes.server";
import { bookVisit } from "~/visits/book-visit.server";
import { cancelMyVisit } from "~/visits/cancel-visit.server";
import { moveMyVisit } from "~/visits/move-visit.server";
import { say } from "../support/http-actions";
import { monday, type scratchApp } from "../support/scratch";
import { seedCompany, seedOrder, seedSlots, seedTherapist } from "../support/seed";
import { patientOf, seedStaff } from "../support/users";
import { outcomeOf } from "./clinic";
import { type Action, type Patient, Waitlist } from "./offers-model";

type WaitlistApp = ReturnType<typeof scratchApp>;

const zone = "America/New_York";
const zones = { "New York": zone, "Los Angeles": "America/Los_Angeles" };
/** Daylight saving time starts on the sixth of these days. */
const dates = Array.from({ length: 10 }, (_, number) => addDays("2026-03-03", number));
const clocks = ["10:00", "17:00"];
const times = dates.flatMap((date) => clocks.map((clock) => instantOf(date, clock, zone) ?? 0));
// The first therapist sees one patient a day.
const capacities = [1, 8];
const people: Patient[] = [
  { zone: "New York", urgent: false, referred: 10, email: true },
  { zone: "Los Angeles", urgent: false, referred: 20, email: true },
  { zone: "New York", urgent: false, referred: 30, email: false },
  { zone: "New York", urgent: true, referred: 5, email: true },
  { zone: "New York", urgent: false, referred: 10, email: true },
];

/** Creates a small clinic in the database and its model. */
export async function openWaitlist(app: WaitlistApp) {
  app.clock.set(monday);
  for (const table of ["earlier_wishes", "slots", "waits"] as const) await app.db.deleteFrom(table).execute();
  const company_id = await seedCompany(app);
  const brightree_db = `DB ${company_id}`;
  await app.db.insertInto("databases").values({ name: brightree_db, company_id }).execute();
  const therapists: Awaited<ReturnType<typeof seedTherapist>>[] = [];
  for (const daily_capacity of capacities) {
    const therapist = await seedTherapist(app, { company_id, daily_capacity });
    await seedSlots(app, therapist, times);
    therapists.push(therapist);
  }
  const orders: Awaited<ReturnType<typeof seedOrder>>[] = [];
  for (const person of people) {
    orders.push(
      await seedOrder(app, {
        brightree_db,
        state: person.zone === "New York" ? "NC" : "CA",
        urgent: Number(person.urgent),
        referral_at: monday - person.referred * day,
        ...(!person.email && { email: null }),
      }),
    );
  }
  const slots = therapists.flatMap((_, number) => times.map((start) => ({ with: number, start })));
  const model = new Waitlist(monday, slots, times, people, capacities);
  const { name } = await app.db
    .selectFrom("companies")
    .select("name")
    .where("id", "=", company_id)
    .executeTakeFirstOrThrow();
  const staff = await seedStaff(app, ["supervisor"]);
  return { app, model, therapists, orders, company: name, staff };
}

type World = Awaited<ReturnType<typeof openWaitlist>>;

const offersIn = ({ app, orders }: World) =>
  app.db
    .selectFrom("offers")
    .selectAll()
    .where(
      "order_id",
      "in",
      orders.map(({ id }) => id),
    )
    .orderBy("id")
    .execute();

export async function perform(world: World, action: Action): Promise<void> {
  const { app, therapists, orders, company, staff } = world;
  const order = "by" in action ? orders[action.by] : undefined;
  const id = order?.id ?? 0;
  const who = patientOf(id);
  const therapist = "with" in action ? (therapists[action.with]?.name ?? "") : "";
  const datetime = "at" in action ? (times[action.at] ?? 0) : 0;
  const date = localDate(datetime, zone);
  const offers = "offer" in action ? await offersIn(world) : [];
  const sealed =
    "offer" in action ? offers[action.offer % Math.max(1, offers.length)]?.code_sealed : undefined;
  const code = sealed ? app.secrets.open(sealed) : "unknown";
  switch (action.type) {
    case "book": {
      const { patient_id = 0, brightree_db = "" } = order ?? {};
      await bookVisit(app, who, { patient_id, brightree_db, therapist, datetime, sms_consent: true });
      return;
    }
    case "move":
      await moveMyVisit(app, who, { datetime, therapist });
      return;
    case "cancel":
      await cancelMyVisit(app, who).catch((error) => {
        if (error.code !== "missing") throw error;
      });
      return;
    case "opt-out":
    case "opt-in":
      await say(app, order?.phone ?? "", action.type === "opt-out" ? "STOP" : "YES");
      return;
    case "wish":
      await saveWish(app, who, id, {
        parts: action.part === "any" ? [...allParts] : [action.part],
        weekdays: allWeekdays.filter((weekday) => action.weekday === 0 || action.weekday === weekday),
        notice_hours: action.notice,
      });
      return;
    case "ask":
      await saveWait(app, who, id, {
        parts: action.part === "any" ? [...allParts] : [action.part],
        weekdays: allWeekdays.filter((weekday) => action.weekday === 0 || action.weekday === weekday),
        notice_hours: action.notice,
        standby: false,
        sms_consent: false,
        until: addDays(localDate(app.clock.now(), zones[people[action.by]?.zone ?? "New York"]), action.days),
      });
      return;
    case "end-wait":
      await endWait(app, who, id);
      return;
    case "remove-wish":
      await removeWish(app, who, id);
      return;
    case "add": {
      const startTime = clocks[action.at % 2] ?? "";
      const endTime = `${Number(startTime.slice(0, 2)) + 1}:00`;
      const days = [0, 1, 2, 3, 4, 5, 6];
      const pattern = { fromDate: date, toDate: date, days, startTime, endTime, interval: 60 as const };
      await addSlots(app, staff, { therapist, ...pattern, removeExisting: false, dryRun: false });
      return;
    }
    case "remove":
      await removeSlot(app, staff, { therapist, datetime });
      return;
    case "accept":
      await acceptOffer(app, code, null, true);
      return;
    case "decline":
      await declineOffer(app, code, null);
      return;
    case "toggle":
      await changeCompany(app, operator, { company, offers_on: action.on });
      return;
    case "wait":
      app.clock.advance(action.for);
      await runWaves(app);
      // Marks texts as sent, because an opt-out would replace queued texts with emails.
      await app.db.updateTable("outbox").set({ status: "sent" }).where("status", "=", "queued").execute();
  }
}

async function stateOf(world: World) {
  const { app, orders, therapists } = world;
  const patients = orders.map(({ id }) => id);
  const visits = await app.db
    .selectFrom("visits")
    .selectAll()
    .where("order_id", "in", patients)
    .where("status", "=", "submitted")
    .execute();
  const freed = await app.db
    .selectFrom("freed_times")
    .selectAll()
    .orderBy("start_at")
    .orderBy("therapist_id")
    .execute();
  const number = (id: number) => therapists.findIndex((therapist) => therapist.id === id);
  const sent = await app.db
    .selectFrom("outbox")
    .select(["order_id", "channel"])
    .where("kind", "in", ["visit-offer", "wait-offer"])
    .where("order_id", "in", patients)
    .orderBy("id")
    .execute();
  const waits = await app.db
    .selectFrom("waits")
    .selectAll()
    .where("order_id", "in", patients)
    .orderBy("id")
    .execute();
  const shown = (therapist: number, start: number) => `with ${number(therapist)} ${iso(start)}`;
  return {
    visits: visits
      .map((visit) => `${patients.indexOf(visit.order_id)} ${shown(visit.therapist_id, visit.start_at)}`)
      .sort(),
    freed: freed.map((time) => `${shown(time.therapist_id, time.start_at)} wave ${time.wave}`),
    offers: (await offersIn(world)).map(
      (offer) =>
        `${patients.indexOf(offer.order_id)} ${shown(offer.therapist_id, offer.start_at)} wave ${offer.wave} ${offer.status} until ${iso(offer.expires_at)}`,
    ),
    waits: waits.map(
      (wait) =>
        `${patients.indexOf(wait.order_id)} until ${iso(wait.until_at)} ${wait.ended_because} ${wait.call_because}`,
    ),
    messages: sent.map(({ order_id, channel }) => `${patients.indexOf(order_id ?? 0)} ${channel}`),
  };
}

function shownBy(model: Waitlist) {
  const shown = (time: { with: number; start: number }) => `with ${time.with} ${iso(time.start)}`;
  const freed = [...model.freed].sort((a, b) => a.start - b.start || a.with - b.with);
  return {
    visits: model.visits.flatMap((visit, by) => (visit ? [`${by} ${shown(visit)}`] : [])).sort(),
    freed: freed.map((time) => `${shown(time)} wave ${time.wave}`),
    offers: model.offers.map(
      (offer) => `${offer.by} ${shown(offer)} wave ${offer.wave} ${offer.status} until ${iso(offer.ends)}`,
    ),
    waits: model.waits.map(({ by, until, ended, call }) => `${by} until ${iso(until)} ${ended} ${call}`),
    messages: model.offers.map(({ by, channel }) => `${by} ${channel}`),
  };
}

/** Runs a history and compares the clinic with the model after every action. */
export async function checkHistory(
  world: World,
  actions: Action[],
  performAction: typeof perform,
): Promise<void> {
  const { model } = world;
  for (const [number, action] of actions.entries()) {
    const label = `action ${number}: ${JSON.stringify(action)}`;
    const whyNot = model.whyNot(action);
    const outcome = await outcomeOf(performAction(world, action));
    const expected = {
      null: "done",
      missing: "missing",
      refused: outcome === "done" ? "a refusal" : outcome,
    };
    expect(outcome, label).toBe(expected[`${whyNot}`]);
    if (!whyNot) model.perform(action);
    expect(await stateOf(world), label).toEqual(shownBy(model));
  }
}

const by = fc.nat(people.length - 1);
const with_ = fc.nat(1);
const at = fc.nat(times.length - 1);
const early = fc.integer({ min: 3, max: 7 });
const offer = fc.nat(5);
const constant = <Name extends Action["type"]>(name: Name) => fc.constant(name);

const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ type: fc.constantFrom("book" as const, "move" as const), by, with: with_, at }),
  },
  { weight: 4, arbitrary: fc.record({ type: constant("cancel"), by }) },
  fc.record({ type: fc.constantFrom("opt-out" as const, "opt-in" as const, "remove-wish" as const), by }),
  {
    weight: 2,
    arbitrary: fc.record({
      type: constant("wish"),
      by,
      part: fc.constantFrom("any" as const, "morning" as const, "afternoon" as const, "evening" as const),
      weekday: fc.constantFrom(0, 0, 4, 7),
      notice: fc.constantFrom(0, 24, 72),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      type: constant("ask"),
      by,
      part: fc.constantFrom("any" as const, "any" as const, "morning" as const, "evening" as const),
      weekday: fc.constantFrom(0, 0, 4, 7),
      notice: fc.constantFrom(0, 24, 72),
      days: fc.constantFrom(0, 2, 5, 30),
    }),
  },
  fc.record({ type: constant("end-wait"), by }),
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constantFrom("add" as const, "remove" as const),
      with: with_,
      at: early,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constantFrom("accept" as const, "accept" as const, "decline" as const),
      offer,
    }),
  },
  fc.record({ type: constant("toggle"), on: fc.boolean() }),
  {
    weight: 7,
    arbitrary: fc.record({
      type: constant("wait"),
      for: fc.constantFrom(minute, minute, 10 * minute, 30 * minute, 5 * hour, day),
    }),
  },
);

/** Every patient books a visit and asks for an earlier time, so that random actions affect offers. */
const start: Action[] = [
  ...people.map((_, number): Action => ({ type: "book", by: number, with: 1, at: 15 + number })),
  ...people.map((_, number): Action => ({ type: "wish", by: number, part: "any", weekday: 0, notice: 24 })),
];

/** Two patients have a visit and want an earlier one, and the others wait without a visit. */
const mixed: Action[] = people.flatMap((_, by): Action[] =>
  by < 2
    ? [
        { type: "book", by, with: 1, at: 15 + by },
        { type: "wish", by, part: "any", weekday: 0, notice: 24 },
      ]
    : [{ type: "ask", by, part: "any", weekday: 0, notice: 24, days: 30 }],
);

const history = fc
  .tuple(fc.constantFrom(start, mixed), fc.array(action, { minLength: 5, maxLength: 20, size: "max" }))
  .map(([first, actions]): Action[] => [...first, ...actions]);

const freeSlot: Action[] = [
  { type: "remove", with: 0, at: 6 },
  { type: "add", with: 0, at: 6 },
];
const offered: Action[] = [...start, ...freeSlot, { type: "wait", for: minute }];

/** Histories that always run first, each testing one rule. */
export const fixedHistories: Action[][] = [
  // The first patient of a wave who accepts gets the time, the next wave follows, and the patient's old time is offered.
  [
    ...offered,
    { type: "decline", offer: 0 },
    { type: "accept", offer: 0 },
    { type: "opt-out", by: 4 },
    { type: "wait", for: 30 * minute },
    { type: "accept", offer: 1 },
    { type: "accept", offer: 1 },
    { type: "accept", offer: 2 },
    { type: "decline", offer: 1 },
    { type: "wait", for: minute },
    { type: "wait", for: day },
    { type: "wait", for: day },
  ],
  // If every patient in a wave declines, the next wave starts immediately.
  [
    ...offered,
    { type: "decline", offer: 0 },
    { type: "decline", offer: 1 },
    { type: "wait", for: minute },
    { type: "decline", offer: 2 },
    { type: "wait", for: minute },
  ],
  // Offers end when the time is booked or removed, when a visit moves to it, and when staff turn offers off.
  [...offered, { type: "cancel", by: 1 }, { type: "book", by: 1, with: 0, at: 6 }],
  [...offered, { type: "move", by: 1, with: 0, at: 6 }],
  [...offered, { type: "move", by: 3, with: 0, at: 12 }],
  [...offered, { type: "remove", with: 0, at: 6 }],
  [...offered, { type: "toggle", on: false }],
  // A patient who moves to a later time isn't offered the old time.
  [...start, { type: "move", by: 0, with: 0, at: 19 }, { type: "wait", for: minute }],
  // Offers respect the minimum notice, parts of the day, and weekdays.
  [
    ...start,
    ...people.map(
      (_, by): Action => ({ type: "wish", by, part: "any", weekday: 0, notice: by < 3 ? 72 : 24 }),
    ),
    { type: "remove", with: 0, at: 3 },
    { type: "add", with: 0, at: 3 },
    { type: "wait", for: minute },
  ],
  [
    ...start,
    { type: "wish", by: 3, part: "evening", weekday: 0, notice: 24 },
    ...freeSlot,
    { type: "wait", for: minute },
  ],
  [
    ...start,
    { type: "wish", by: 3, part: "any", weekday: 7, notice: 24 },
    ...freeSlot,
    { type: "wait", for: minute },
  ],
  // A patient without a visit books by accepting, and then has no other offer.
  [
    ...mixed,
    ...freeSlot,
    { type: "wait", for: minute },
    { type: "accept", offer: 0 },
    { type: "accept", offer: 0 },
    { type: "accept", offer: 1 },
    { type: "wait", for: 30 * minute },
    { type: "cancel", by: 3 },
    { type: "ask", by: 3, part: "any", weekday: 0, notice: 24, days: 30 },
    { type: "wait", for: minute },
  ],
  [
    ...mixed,
    ...freeSlot,
    { type: "wait", for: minute },
    { type: "decline", offer: 0 },
    { type: "accept", offer: 0 },
    { type: "wait", for: minute },
  ],
  // A wait ends with a booking, an opt-out without an email address, the patient's wish, and its last day.
  [...mixed, ...freeSlot, { type: "wait", for: minute }, { type: "book", by: 3, with: 0, at: 12 }],
  [
    ...mixed,
    { type: "opt-in", by: 2 },
    { type: "ask", by: 2, part: "any", weekday: 0, notice: 24, days: 30 },
    ...freeSlot,
    { type: "wait", for: minute },
    { type: "opt-out", by: 2 },
    { type: "opt-out", by: 3 },
  ],
  [...mixed, ...freeSlot, { type: "wait", for: minute }, { type: "end-wait", by: 3 }],
  [
    ...mixed,
    { type: "ask", by: 4, part: "any", weekday: 0, notice: 24, days: 2 },
    { type: "ask", by: 3, part: "any", weekday: 0, notice: 24, days: 2 },
    ...freeSlot,
    { type: "wait", for: minute },
    { type: "wait", for: day },
    { type: "wait", for: day },
    { type: "wait", for: day },
  ],
  // Staff call after two offers without an answer, or if no therapist has such times.
  [
    ...mixed,
    ...freeSlot,
    { type: "wait", for: minute },
    { type: "wait", for: day },
    { type: "remove", with: 1, at: 8 },
    { type: "add", with: 1, at: 8 },
    { type: "wait", for: minute },
    { type: "wait", for: day },
    { type: "wait", for: day },
    { type: "ask", by: 3, part: "morning", weekday: 1, notice: 24, days: 2 },
  ],
  // A patient gets at most two offers a day and none at night.
  [
    ...offered,
    { type: "wait", for: 5 * hour },
    { type: "decline", offer: 0 },
    ...[8, 10].flatMap((at): Action[] => [
      { type: "remove", with: 1, at },
      { type: "add", with: 1, at },
    ]),
    { type: "wait", for: 5 * hour },
    { type: "wait", for: 5 * hour },
    { type: "wait", for: day },
  ],
];

export const histories = (app: WaitlistApp, performAction: typeof perform = perform) =>
  fc.asyncProperty(history, async (actions) => checkHistory(await openWaitlist(app), actions, performAction));
