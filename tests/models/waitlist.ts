import fc from "fast-check";
import { expect } from "vitest";
import { addSlots } from "~/availability/changes/add-slots.server";
import { removeSlot } from "~/availability/changes/remove-slots.server";
import { changeCompany } from "~/company/change-company.server";
import { addDays, day, hour, instantOf, iso, localDate, minute } from "~/core/time";
import { operator } from "~/core/who";
import { acceptOffer } from "~/offers/accept-offer.server";
import { declineOffer } from "~/offers/decline-offer.server";
import { allParts, allWeekdays } from "~/offers/offer-schema";
import { runWaves } from "~/offers/run-waves.server";
import { removeWish, saveWish } from "~/offers/wishes.server";
import { bookVisit } from "~/visits/book-visit.server";
import { cancelMyVisit } from "~/visits/cancel-visit.server";
import { moveMyVisit } from "~/visits/move-visit.server";
import { say } from "../support/http-actions";
import { monday, type scratchApp } from "../support/scratch";
import { seedCompany, seedOrder, seedSlots, seedTherapist } from "../support/seed";
import { patientOf, seedStaff } from "../support/users";
import { outcomeOf } from "./clinic";
import { type Act, type Patient, Waitlist } from "./offers-model";

type WaitlistApp = ReturnType<typeof scratchApp>;

const zone = "America/New_York";
/** Clocks go forward on the sixth of these days. */
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

/** A small clinic in the database, and the same in the model. */
export async function openWaitlist(app: WaitlistApp) {
  app.clock.set(monday);
  for (const table of ["earlier_wishes", "freed_times"] as const) await app.db.deleteFrom(table).execute();
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

export async function perform(world: World, act: Act): Promise<void> {
  const { app, therapists, orders, company, staff } = world;
  const order = "by" in act ? orders[act.by] : undefined;
  const id = order?.id ?? 0;
  const who = patientOf(id);
  const therapist = "with" in act ? (therapists[act.with]?.name ?? "") : "";
  const datetime = "at" in act ? (times[act.at] ?? 0) : 0;
  const date = localDate(datetime, zone);
  const offers = "offer" in act ? await offersIn(world) : [];
  const sealed = "offer" in act ? offers[act.offer % Math.max(1, offers.length)]?.code_sealed : undefined;
  const code = sealed ? app.secrets.open(sealed) : "unknown";
  switch (act.act) {
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
    case "stop":
    case "agree":
      await say(app, order?.phone ?? "", act.act === "stop" ? "STOP" : "YES");
      return;
    case "wish":
      await saveWish(app, who, id, {
        parts: act.part === "any" ? [...allParts] : [act.part],
        weekdays: allWeekdays.filter((weekday) => act.weekday === 0 || act.weekday === weekday),
        notice_hours: act.notice,
      });
      return;
    case "forget":
      await removeWish(app, who, id);
      return;
    case "add": {
      const startTime = clocks[act.at % 2] ?? "";
      const endTime = `${Number(startTime.slice(0, 2)) + 1}:00`;
      const days = [0, 1, 2, 3, 4, 5, 6];
      const pattern = { fromDate: date, toDate: date, days, startTime, endTime, interval: 60 as const };
      await addSlots(app, staff, { therapist, ...pattern, removeExisting: false, dryRun: false });
      return;
    }
    case "remove":
      await removeSlot(app, staff, { therapist, datetime });
      return;
    case "take":
      await acceptOffer(app, code, null);
      return;
    case "keep":
      await declineOffer(app, code, null);
      return;
    case "switch":
      await changeCompany(app, operator, { company, offers_on: act.on });
      return;
    case "wait":
      app.clock.advance(act.for);
      await runWaves(app);
      // An opt-out replaces texts that are still queued by emails.
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
    .where("kind", "=", "visit-offer")
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
    messages: model.offers.map(({ by, channel }) => `${by} ${channel}`),
  };
}

/** Runs a history and compares the clinic with the model after every act. */
export async function follow(world: World, acts: Act[], by: typeof perform): Promise<void> {
  const { model } = world;
  for (const [number, act] of acts.entries()) {
    const label = `act ${number}: ${JSON.stringify(act)}`;
    const whyNot = model.whyNot(act);
    const outcome = await outcomeOf(by(world, act));
    const expected = {
      null: "done",
      missing: "missing",
      refused: outcome === "done" ? "a refusal" : outcome,
    };
    expect(outcome, label).toBe(expected[`${whyNot}`]);
    if (!whyNot) model.perform(act);
    expect(await stateOf(world), label).toEqual(shownBy(model));
  }
}

const by = fc.nat(people.length - 1);
const with_ = fc.nat(1);
const at = fc.nat(times.length - 1);
const early = fc.integer({ min: 3, max: 7 });
const offer = fc.nat(5);
const kind = <Name extends Act["act"]>(name: Name) => fc.constant(name);

const act: fc.Arbitrary<Act> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ act: fc.constantFrom("book" as const, "move" as const), by, with: with_, at }),
  },
  { weight: 4, arbitrary: fc.record({ act: kind("cancel"), by }) },
  fc.record({ act: fc.constantFrom("stop" as const, "agree" as const, "forget" as const), by }),
  {
    weight: 2,
    arbitrary: fc.record({
      act: kind("wish"),
      by,
      part: fc.constantFrom("any" as const, "morning" as const, "afternoon" as const, "evening" as const),
      weekday: fc.constantFrom(0, 0, 4, 7),
      notice: fc.constantFrom(0, 24, 72),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ act: fc.constantFrom("add" as const, "remove" as const), with: with_, at: early }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ act: fc.constantFrom("take" as const, "take" as const, "keep" as const), offer }),
  },
  fc.record({ act: kind("switch"), on: fc.boolean() }),
  {
    weight: 7,
    arbitrary: fc.record({
      act: kind("wait"),
      for: fc.constantFrom(minute, minute, 10 * minute, 30 * minute, 5 * hour, day),
    }),
  },
);

/** Everyone has a visit and asked for an earlier one, so that random acts meet offers. */
const start: Act[] = [
  ...people.map((_, number): Act => ({ act: "book", by: number, with: 1, at: 15 + number })),
  ...people.map((_, number): Act => ({ act: "wish", by: number, part: "any", weekday: 0, notice: 24 })),
];

const history = fc
  .array(act, { minLength: 5, maxLength: 20, size: "max" })
  .map((acts): Act[] => [...start, ...acts]);

const frees: Act[] = [
  { act: "remove", with: 0, at: 6 },
  { act: "add", with: 0, at: 6 },
];
const offered: Act[] = [...start, ...frees, { act: "wait", for: minute }];

/** Histories that are always tried first, each for one rule. */
export const kept: Act[][] = [
  // The first of a wave of three gets the time, the next wave follows, and the old time is offered too.
  [
    ...offered,
    { act: "keep", offer: 0 },
    { act: "take", offer: 0 },
    { act: "stop", by: 4 },
    { act: "wait", for: 30 * minute },
    { act: "take", offer: 1 },
    { act: "take", offer: 1 },
    { act: "take", offer: 2 },
    { act: "keep", offer: 1 },
    { act: "wait", for: minute },
    { act: "wait", for: day },
    { act: "wait", for: day },
  ],
  // Everyone declines: the next wave starts immediately.
  [
    ...offered,
    { act: "keep", offer: 0 },
    { act: "keep", offer: 1 },
    { act: "wait", for: minute },
    { act: "keep", offer: 2 },
    { act: "wait", for: minute },
  ],
  // A booking, a move, a closed time and a switch end offers.
  [...offered, { act: "cancel", by: 1 }, { act: "book", by: 1, with: 0, at: 6 }],
  [...offered, { act: "move", by: 1, with: 0, at: 6 }],
  [...offered, { act: "move", by: 3, with: 0, at: 12 }],
  [...offered, { act: "remove", with: 0, at: 6 }],
  [...offered, { act: "switch", on: false }],
  // A patient who moves to a later time isn't offered the time that the visit left.
  [...start, { act: "move", by: 0, with: 0, at: 19 }, { act: "wait", for: minute }],
  // A notice of three days, weekdays and parts of the day.
  [
    ...start,
    ...people.map((_, by): Act => ({ act: "wish", by, part: "any", weekday: 0, notice: by < 3 ? 72 : 24 })),
    { act: "remove", with: 0, at: 3 },
    { act: "add", with: 0, at: 3 },
    { act: "wait", for: minute },
  ],
  [
    ...start,
    { act: "wish", by: 3, part: "evening", weekday: 0, notice: 24 },
    ...frees,
    { act: "wait", for: minute },
  ],
  [
    ...start,
    { act: "wish", by: 3, part: "any", weekday: 7, notice: 24 },
    ...frees,
    { act: "wait", for: minute },
  ],
  // Two offers a day, and none at night.
  [
    ...offered,
    { act: "wait", for: 5 * hour },
    { act: "keep", offer: 0 },
    ...[8, 10].flatMap((at): Act[] => [
      { act: "remove", with: 1, at },
      { act: "add", with: 1, at },
    ]),
    { act: "wait", for: 5 * hour },
    { act: "wait", for: 5 * hour },
    { act: "wait", for: day },
  ],
];

export const histories = (app: WaitlistApp, act_: typeof perform = perform) =>
  fc.asyncProperty(history, async (acts) => follow(await openWaitlist(app), acts, act_));
