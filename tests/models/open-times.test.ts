import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { countOpeningsByDay } from "~/availability/count-openings-by-day.server";
import { listOpenTimes } from "~/availability/list-open-times.server";
import { listOpenings } from "~/availability/list-openings.server";
import { hour, localDate, minute, zoneOrUtc } from "~/core/time";
import { operator } from "~/core/who";
import { changeTherapistSettings } from "~/therapists/settings/change-therapist-settings.server";
import { cases, fewOf } from "../support/cases";
import { monday, scratchApp } from "../support/scratch";
import { seedOrder, seedSlots, seedTherapist, seedVisit } from "../support/seed";
import { runSettings } from "./histories";
import { plainDays, plainOpenSlots, type Rule } from "./open-times-model";

const clock = "America/Chicago";
const regions = ["NC", "TN"];

async function aClinic() {
  const app = scratchApp();
  const therapists = [];
  for (const number of [0, 1, 2]) {
    const therapist = await seedTherapist(app, {
      name: `Therapist ${number}`,
      region: regions[number % 2],
      timezone: number === 2 ? "HST" : "EST",
      daily_capacity: 2,
    });
    therapists.push(therapist);
    const starts = Array.from({ length: 14 }, (_, nth) => monday + 3 * hour + nth * 150 * minute);
    await seedSlots(app, therapist, starts);
    const read = { therapist_id: therapist.id, kind: "ics" as const, url_sealed: "" };
    await app.db
      .insertInto("calendars")
      .values({ id: therapist.id, ...read, created_at: monday, due_at: monday })
      .execute();
  }
  const orders = [];
  for (let number = 0; number < 4; number++) orders.push(await seedOrder(app));
  const { id: defaultKind, company_id } = await app.db
    .selectFrom("visit_kinds")
    .select(["id", "company_id"])
    .executeTakeFirstOrThrow();
  const place = await app.db
    .insertInto("places")
    .values({ company_id, name: "Branch", address: "1 Main St", timezone: clock, rooms: 1 })
    .returning("id")
    .executeTakeFirstOrThrow();
  const branch = await app.db
    .insertInto("visit_kinds")
    .values({
      company_id,
      name: "Branch",
      name_es: "Sucursal",
      mode: "branch",
      length: hour,
      buffer_after: 15 * minute,
      place_id: place.id,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  return { app, therapists, orders, defaultKind, placeId: place.id, branch: branch.id };
}

type Clinic = Awaited<ReturnType<typeof aClinic>>;

const kinds = [
  "slot",
  "no slot",
  "visit",
  "status",
  "move",
  "no visit",
  "busy",
  "busy moves",
  "not busy",
  "capacity",
  "region",
  "zone",
  "kind",
  "buffers",
  "place",
  "rooms",
  "leaders",
] as const;
const action = fc.record({
  kind: fc.constantFrom(...kinds),
  therapist: fc.nat(2),
  order: fc.nat(3),
  at: fc.nat(80).map((quarters) => monday + 2 * hour + quarters * 30 * minute),
  number: fc.integer({ min: 1, max: 3 }),
});

type Action = typeof action extends fc.Arbitrary<infer Of> ? Of : never;

async function perform(clinic: Clinic, action: Action): Promise<void> {
  const { app, therapists, orders } = clinic;
  const { kind, at, number } = action;
  const therapist = therapists[action.therapist] as Clinic["therapists"][number];
  const order = orders[action.order] as Clinic["orders"][number];
  const [db, id] = [app.db, therapist.id];
  const { timezone } = await db
    .selectFrom("therapists")
    .select("timezone")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  const local_date = localDate(at, zoneOrUtc(timezone));
  const time = { therapist_id: id, start_at: at, end_at: at + number * 45 * minute, local_date };
  if (kind === "slot") {
    const slot = { therapist_id: id, start_at: at, local_date };
    await db
      .insertInto("slots")
      .values(slot)
      .onConflict((on) => on.doNothing())
      .execute();
  }
  if (kind === "no slot")
    await db
      .deleteFrom("slots")
      .where("therapist_id", "=", id)
      .where("start_at", "<", at)
      .where("start_at", ">", at - 3 * hour)
      .execute();
  if (kind === "visit") await seedVisit(app, { ...time, order_id: order.id });
  const visits = db.updateTable("visits").where("order_id", "=", order.id);
  if (kind === "status") {
    const status = ["confirmed", "cancelled", "completed"][number - 1];
    await visits.set({ status }).execute();
  }
  if (kind === "move") await visits.set(time).execute();
  if (kind === "no visit") await db.deleteFrom("visits").where("order_id", "=", order.id).execute();
  const busy = { therapist_id: id, calendar_id: id, start_at: at, end_at: time.end_at };
  if (kind === "busy") await db.insertInto("busy_times").values(busy).execute();
  if (kind === "busy moves")
    await db
      .updateTable("busy_times")
      .set({ end_at: sql`start_at + ${number * 2 * hour}` })
      .where("therapist_id", "=", id)
      .execute();
  if (kind === "not busy") await db.deleteFrom("busy_times").where("therapist_id", "=", id).execute();
  const ofTherapist = db.updateTable("therapists").where("id", "=", id);
  if (kind === "capacity") await ofTherapist.set({ daily_capacity: number }).execute();
  if (kind === "region") await ofTherapist.set({ region: regions[number % 2] }).execute();
  const buffers = { buffer_before: (number - 1) * 15 * minute, buffer_after: (3 - number) * 30 * minute };
  if (kind === "kind")
    await db
      .updateTable("visit_kinds")
      .set({ length: number * 30 * minute, ...buffers })
      .where("id", "=", clinic.defaultKind)
      .execute();
  if (kind === "buffers") await visits.set(buffers).execute();
  if (kind === "place") await visits.set({ place_id: clinic.placeId }).execute();
  if (kind === "rooms")
    await db.updateTable("places").set({ rooms: number }).where("id", "=", clinic.placeId).execute();
  if (kind === "leaders") {
    const kindId = number === 1 ? clinic.branch : clinic.defaultKind;
    await db.deleteFrom("visit_kind_therapists").where("kind_id", "=", kindId).execute();
    if (number < 3) {
      await db.insertInto("visit_kind_therapists").values({ kind_id: kindId, therapist_id: id }).execute();
    }
    await db
      .updateTable("visit_kinds")
      .set((eb) => ({ therapists_version: eb("therapists_version", "+", 1) }))
      .where("id", "=", kindId)
      .execute();
  }
  if (kind === "zone") {
    const zones = ["America/New_York", "Pacific/Guam", "Pacific/Honolulu"];
    await changeTherapistSettings(app, operator, { id, timezone: zones[number - 1] });
  }
}

/** The database rejects overlapping visits and a second visit for an order. */
const wasRefused = (error: unknown) => /VISIT_OVERLAP|PLACE_FULL|UNIQUE/i.test(String(error));

const slot = (nth: number) => monday + 3 * hour + nth * 150 * minute;
const act = (kind: Action["kind"], at = slot(0), fields: Partial<Action> = {}): Action => ({
  kind,
  therapist: 0,
  order: 0,
  at,
  number: 1,
  ...fields,
});

/** Histories that always run first. Each kind of change opens or closes a slot. */
const fixedHistories: Action[][] = [
  [
    act("slot", slot(0) + hour),
    act("visit", slot(0) + 30 * minute),
    act("buffers", slot(0), { number: 2 }),
    act("move", slot(1) - 30 * minute, { therapist: 1, number: 2 }),
    act("status", slot(0), { number: 2 }),
    act("visit", slot(2), { order: 1 }),
    act("no visit", slot(0), { order: 1 }),
    act("no slot", slot(5) + 30 * minute),
  ],
  [
    act("busy", slot(3) - 30 * minute),
    act("busy moves", slot(0), { number: 3 }),
    act("not busy"),
    act("visit", slot(1)),
    act("capacity", slot(0), { number: 1 }),
    act("capacity", slot(0), { number: 2 }),
    act("region", slot(0), { number: 1 }),
    act("zone", slot(0), { number: 2 }),
  ],
  [
    act("visit", slot(0) + hour),
    act("kind", slot(0), { number: 3 }),
    act("kind", slot(0), { number: 1 }),
    act("leaders", slot(0), { number: 2 }),
    act("leaders", slot(0), { number: 3 }),
  ],
  // The branch is full while a visit is there, and only one therapist may lead visits there.
  [act("visit", slot(1)), act("place"), act("leaders", slot(0), { therapist: 1 })],
  // A visit ends just before a slot that its kind's time before would need.
  [act("kind", slot(0), { number: 2 }), act("visit", slot(2) - 45 * minute), act("busy", slot(4) + hour)],
  [act("visit", slot(2) - hour), act("buffers", slot(0), { number: 1 }), act("visit", slot(3), { order: 1 })],
];
const examples: [Action[]][] = fixedHistories.map((history) => [history]);

const histories = (plant?: string, forgets?: Rule) =>
  fc.asyncProperty(fc.array(action, { minLength: 15, maxLength: 25 }), async (actions) => {
    const clinic = await aClinic();
    if (plant) await sql`drop trigger ${sql.ref(plant)}`.execute(clinic.app.db);
    for (const action of actions) {
      await perform(clinic, action).catch((error: unknown) => {
        if (!wasRefused(error)) throw error;
      });
      const expected = await plainOpenSlots(clinic.app, {}, { forgets });
      const found = await clinic.app.db.selectFrom("open_slots").selectAll().execute();
      const keyOf = (slot: (typeof found)[number]) =>
        `${slot.start_at} ${slot.therapist_id} ${slot.local_date} ${slot.region}`;
      expect(found.map(keyOf).sort(), action.kind).toEqual(expected.map(keyOf).sort());
    }
    await compareLists(clinic, forgets);
  });

test("the list of open slots stays correct after any database change", async () => {
  await expect(fc.assert(histories(), { ...runSettings(cases(9, 25)), examples })).resolves.toBeUndefined();
}, 120_000);

const isNoticed = async (property: ReturnType<typeof histories>) =>
  (await fc.check(property, { ...runSettings(examples.length), examples, endOnFailure: true })).failed;

test.each(
  fewOf([
    "open_slots_of_new_slot",
    "open_slots_of_moved_slot",
    "open_slots_of_removed_slot",
    "open_slots_of_new_visit",
    "open_slots_of_changed_visit",
    "open_slots_of_removed_visit",
    "open_slots_of_new_busy_time",
    "open_slots_of_changed_busy_time",
    "open_slots_of_removed_busy_time",
    "open_slots_of_changed_therapist",
    "open_slots_of_changed_kind",
    "open_slots_of_changed_leaders",
  ]),
)(
  "the model notices a database without the trigger %s",
  async (trigger) => {
    expect(await isNoticed(histories(trigger))).toBe(true);
  },
  300_000,
);

test.each<Rule>(
  fewOf([
    "the kind's length",
    "the kind's buffers",
    "the visits' buffers",
    "the therapists who may lead it",
    "the place's rooms",
    "busy times",
    "the daily capacity",
    "the time that a moving visit has",
  ]),
)(
  "the histories notice openings that ignore %s",
  async (rule) => {
    expect(await isNoticed(histories(undefined, rule))).toBe(true);
  },
  300_000,
);

/** Compares lists, days, and times for each filter and for each visit that could move. */
async function compareLists({ app, branch, defaultKind }: Clinic, forgets?: Rule): Promise<void> {
  const visits = await app.db.selectFrom("visits").select("id").execute();
  const filters = [
    {},
    { region: "TN" },
    { part: "morning" as const },
    { part: "evening" as const, region: "NC" },
    { kindId: branch },
    { kindId: branch, region: "NC" },
    // The same as without a kind, but read from the slots.
    { kindId: defaultKind },
    ...visits.flatMap(({ id }) => [
      { exceptVisit: id, kindId: branch },
      { exceptVisit: id, kindId: defaultKind },
    ]),
  ];
  for (const { kindId, ...narrowed } of filters) {
    const kind = kindId === undefined ? undefined : { id: kindId, length: hour, zip: null };
    const query = { now: monday, zone: clock, kind, ...narrowed };
    const slots = (await plainOpenSlots(app, { ...narrowed, kindId }, { clock, forgets })).filter(
      ({ start_at }) => start_at >= monday + 2 * hour,
    );
    const listed = await listOpenings(app.db, app.config, query);
    expect(listed.map(({ start, therapist }) => [start, therapist])).toEqual(
      slots.map(({ start_at, name }) => [start_at, name]),
    );
    const days = plainDays(slots, clock);
    const found = await countOpeningsByDay(app.db, app.config, { ...query, limit: 1 });
    expect(found.map(({ date }) => date)).toEqual([...days.keys()]);
    for (const [date, times] of days) {
      const open = await listOpenTimes(app.db, app.config, {
        ...query,
        date,
        limit: 99,
        offset: 0,
        therapists: 3,
      });
      const names = open.map(({ start, openings }) => [start, openings.map(({ therapist }) => therapist)]);
      expect(names).toEqual([...times]);
    }
  }
}
