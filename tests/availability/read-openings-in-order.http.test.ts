import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { listOpenings, type Opening } from "~/availability/list-openings.server";
import { day, hour, localDate, minute, zoneOrUtc } from "~/core/time";
import { Client } from "../support/client";
import { seedOrder, seedSlots, seedTherapist, seedUser, seedVisit, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

// Enough data for many batches, many therapists at the same minute, and times that are already booked.
const server = await startServer();
const { app } = server;
const regions = ["NC", "TN", "AK"];
const therapists: { id: number; name: string; region: string; timezone: string; daily_capacity: number }[] =
  [];
const slots: { therapist: (typeof therapists)[number]; start: number }[] = [];
const visits: { therapist: number; start: number; end: number }[] = [];

beforeAll(async () => {
  const { now } = app.clock;
  const random = fc.sample(fc.integer({ min: 0, max: 999 }), { numRuns: 20_000, seed: 7 });
  const next = () => random.pop() ?? 0;
  for (let number = 0; number < 30; number++) {
    const therapist = await seedTherapist(app, {
      name: `${next() % 2 ? "a" : "B"}${next()} ${number}`,
      region: regions[number % 7] ?? "NC",
      timezone: ["EST", "PST", "HST"][number % 3] ?? "EST",
      daily_capacity: 1 + (next() % 3),
    });
    therapists.push(therapist);
    const starts = [...new Set(Array.from({ length: 160 }, () => (next() % 700) * 45 * minute))].map(
      (after) => now() + 2 * hour + after,
    );
    await seedSlots(app, therapist, starts);
    slots.push(...starts.map((start) => ({ therapist, start })));
    for (const start of starts.slice(0, 12)) {
      const clash = visits.some(
        (one) => one.therapist === therapist.id && Math.abs(one.start - start) < 45 * minute,
      );
      if (clash) continue;
      const order = await seedOrder(app);
      const local_date = localDate(start, zoneOrUtc(therapist.timezone));
      await seedVisit(app, { order_id: order.id, therapist_id: therapist.id, start_at: start, local_date });
      visits.push({ therapist: therapist.id, start, end: start + 45 * minute });
    }
  }
});

/** All openings as defined in part 3, section 5, sorted, each with its local day. */
function allInOrder(): (Opening & { date: string })[] {
  const all: (Opening & { date: string })[] = [];
  for (const { id, name, region, timezone, daily_capacity } of therapists) {
    const zone = zoneOrUtc(timezone);
    const own = visits.filter((visit) => visit.therapist === id);
    const days = own.map((visit) => localDate(visit.start, zone));
    for (const { therapist, start } of slots) {
      const date = localDate(start, zone);
      if (therapist.id !== id || days.filter((day) => day === date).length >= daily_capacity) continue;
      if (own.some((visit) => visit.start < start + 45 * minute && visit.end > start)) continue;
      all.push({ therapistId: id, therapist: name, region, zone, start, end: start + 45 * minute, date });
    }
  }
  const nameOf = ({ therapist }: Opening) => therapist.toLowerCase();
  return all.sort((a, b) => a.start - b.start || (nameOf(a) < nameOf(b) ? -1 : 1));
}

const anyOf = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined });

test("openings read in batches match the start of the fully sorted list", async () => {
  const now = app.clock.now();
  const instant = fc.integer({ min: -2, max: 30 * 24 }).map((hours) => now + hours * hour);
  const queries = fc.record({
    from: anyOf(instant),
    to: anyOf(instant),
    region: anyOf(fc.constantFrom(...regions, "XX")),
    preferRegion: anyOf(fc.constantFrom(...regions, "XX")),
    therapistId: anyOf(fc.nat(29)),
    date: anyOf(fc.nat(20).map((days) => localDate(now + days * day, "UTC"))),
    limit: anyOf(fc.integer({ min: 1, max: 3000 })),
    offset: anyOf(fc.nat(1500)),
  });
  const all = allInOrder();
  await fc.assert(
    fc.asyncProperty(queries, async ({ therapistId, ...rest }) => {
      const one = therapistId === undefined ? undefined : therapists[therapistId]?.id;
      const { from = 0, to = Number.MAX_SAFE_INTEGER, region, preferRegion, date, limit, offset = 0 } = rest;
      const matching = all.filter(
        (opening) =>
          opening.start >= from &&
          opening.start < to &&
          (region ?? opening.region) === opening.region &&
          (one ?? opening.therapistId) === opening.therapistId &&
          (date ?? opening.date) === opening.date,
      );
      const preferred = matching.filter((opening) => opening.region === preferRegion);
      const others = matching.filter((opening) => opening.region !== preferRegion);
      const expected = [...preferred, ...others].slice(offset, limit && offset + limit);
      const found = await listOpenings(app.reads, app.config, { now, ...rest, therapistId: one });
      expect(found).toEqual(expected.map(({ date: _, ...opening }) => opening));
    }),
    { numRuns: 150 },
  );
});

test("a list of thousands is streamed in parts without changing its contents", async () => {
  const client = new Client(server.url);
  await signInStaff(app, client, (await seedUser(app, ["supervisor"])).id);
  const whole = await client.get("/api/availability");
  const expected = allInOrder();
  expect(expected.length).toBeGreaterThan(2500);
  expect(whole.json).toEqual(
    expected.map(({ start, therapist, region }) => ({
      start: new Date(start).toISOString(),
      end: new Date(start + 45 * minute).toISOString(),
      therapist,
      region,
    })),
  );
  expect(whole.headers.get("content-length")).toBeNull();
  const some = await client.get("/api/availability?limit=100");
  expect(some.json).toEqual((whole.json as unknown[]).slice(0, 100));
  expect(some.headers.get("content-length")).not.toBeNull();
});
