import fc from "fast-check";
import { expect, test } from "vitest";
import { minute } from "~/core/time";
import { monday, scratchApp } from "../support/scratch";
import { seedOrder, seedTherapist, seedVisit } from "../support/seed";

const action = fc.record({
  order: fc.nat(5),
  therapist: fc.nat(1),
  at: fc.nat(24).map((quarters) => monday + quarters * 15 * minute),
  length: fc.constantFrom(5, 30, 60, 120),
  before: fc.constantFrom(0, 15, 60),
  after: fc.constantFrom(0, 15, 60),
  isAtPlace: fc.boolean(),
  rooms: fc.constantFrom(null, null, 1, 2),
  ends: fc.constantFrom(false, false, false, true),
});

interface Booked {
  therapist: number;
  start: number;
  end: number;
  before: number;
  after: number;
  isAtPlace: boolean;
}

const clash = (one: Booked, other: Booked) =>
  one.therapist === other.therapist &&
  one.start - one.before < other.end + other.after &&
  one.end + one.after > other.start - other.before;

/** Counts each minute, which is slower and plainer than the trigger. */
function mostAtOnce(visits: Booked[], { start, end }: Booked): number {
  let most = 0;
  for (let instant = start; instant < end; instant += minute) {
    const now = visits.filter((visit) => visit.isAtPlace && visit.start <= instant && visit.end > instant);
    most = Math.max(most, now.length);
  }
  return most;
}

test("the database accepts exactly the visits whose spans with buffers are free and whose place has a room", async () => {
  const seen = { accepted: 0, overlap: 0, full: 0 };
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 10, maxLength: 25 }), async (actions) => {
      const app = scratchApp();
      const therapists = [await seedTherapist(app), await seedTherapist(app)];
      const orders = [];
      for (let number = 0; number < 6; number++) orders.push(await seedOrder(app));
      const { company_id } = therapists[0] as (typeof therapists)[number];
      const place = await app.db
        .insertInto("places")
        .values({ company_id, name: "Branch", address: "1 Main St", timezone: "UTC" })
        .returning("id")
        .executeTakeFirstOrThrow();
      const booked = new Map<number, Booked>();
      let allRooms = 1;
      for (const { order, at, ends, rooms, ...fields } of actions) {
        if (rooms !== null) {
          allRooms = rooms;
          await app.db.updateTable("places").set({ rooms }).where("id", "=", place.id).execute();
        }
        const order_id = orders[order]?.id ?? 0;
        const active = app.db.updateTable("visits").where("order_id", "=", order_id);
        if (ends) {
          await active.set({ status: "cancelled" }).where("status", "=", "submitted").execute();
          booked.delete(order);
          continue;
        }
        const next: Booked = {
          therapist: fields.therapist,
          start: at,
          end: at + fields.length * minute,
          before: fields.before * minute,
          after: fields.after * minute,
          isAtPlace: fields.isAtPlace,
        };
        const others = [...booked].filter(([other]) => other !== order).map(([, visit]) => visit);
        const before = booked.get(order);
        const isSamePlaceAndTime =
          before?.isAtPlace && before.start === next.start && before.end === next.end;
        const expected = others.some((visit) => clash(visit, next))
          ? "overlap"
          : next.isAtPlace && !isSamePlaceAndTime && mostAtOnce(others, next) >= allRooms
            ? "full"
            : "accepted";
        const columns = {
          therapist_id: therapists[next.therapist]?.id ?? 0,
          start_at: next.start,
          end_at: next.end,
          buffer_before: next.before,
          buffer_after: next.after,
          place_id: next.isAtPlace ? place.id : null,
        };
        const write = before
          ? active.set(columns).where("status", "=", "submitted").execute()
          : seedVisit(app, { ...columns, order_id });
        const found = await Promise.resolve(write).then(
          () => "accepted",
          (error: unknown) => (/PLACE_FULL/.test(String(error)) ? "full" : "overlap"),
        );
        expect(found === "accepted").toBe(expected === "accepted");
        seen[found as keyof typeof seen] += 1;
        if (expected === "accepted") booked.set(order, next);
      }
    }),
    { numRuns: 100 },
  );
  // Each outcome has been seen often enough to mean something.
  expect(Math.min(seen.accepted, seen.overlap, seen.full)).toBeGreaterThan(20);
}, 60_000);
