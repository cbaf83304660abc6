import { expect, test } from "vitest";
import { day, hour, minute } from "~/core/time";
import { findAlternatives } from "~/visits/alternatives-when-taken.server";
import { monday, scratchApp } from "../support/scratch";
import { seedOrder, seedSlots, seedTherapist, seedVisit } from "../support/seed";

/** The taken time: Wednesday at 10 AM in New York. */
const ten = monday + 2 * day;

/** Therapists by region. Each open time is given in hours after Wednesday at 10 AM. */
async function offered(clinic: { region: string; free: number[] }[]) {
  const app = scratchApp();
  const therapists: Awaited<ReturnType<typeof seedTherapist>>[] = [];
  for (const { region, free } of clinic) {
    const therapist = await seedTherapist(app, { region });
    await seedSlots(
      app,
      therapist,
      free.map((hours) => ten + hours * hour),
    );
    therapists.push(therapist);
  }
  const missed = {
    therapistId: therapists[0]?.id ?? 0,
    region: clinic[0]?.region ?? "",
    zone: "America/New_York",
    start: ten,
  };
  const found = await findAlternatives(app.reads, app.config, app.clock.now(), missed);
  const nameOf = (id: number) => "ABCD"[therapists.findIndex((therapist) => therapist.id === id)];
  return found.map(({ therapistId, start }) => `${nameOf(therapistId)} ${(start - ten) / hour}`);
}

test("a patient who picks a taken time gets the therapist's three nearest openings", async () => {
  const free = [-26, -25, -2, 0, 3, 4, 48];
  expect(await offered([{ region: "NC", free }])).toEqual(["A -2", "A 3", "A 4"]);
});

test("the therapist's own openings within two weeks come first", async () => {
  const near = { region: "NC", free: [0, 1, 2] };
  expect(await offered([{ region: "NC", free: [100, 150, 200] }, near])).toEqual(["A 100", "A 150", "A 200"]);
  expect(await offered([{ region: "NC", free: [335, 336] }, near])).toEqual(["A 335", "B 0", "B 1"]);
});

test("openings in the region at the same time of day come next, then the rest of the region, then all other openings", async () => {
  const noon = { region: "NC", free: [3, 4] };
  const morning = { region: "NC", free: [25] };
  const elsewhere = { region: "VA", free: [0, 1] };
  const missed = { region: "NC", free: [] };
  expect(await offered([missed, noon, morning, elsewhere])).toEqual(["C 25", "B 3", "B 4"]);
  expect(await offered([missed, { region: "NC", free: [3] }, morning, elsewhere])).toEqual([
    "C 25",
    "B 3",
    "D 0",
  ]);
  expect(await offered([missed, elsewhere])).toEqual(["B 0", "B 1"]);
});

test("closer openings are suggested even if there are many earlier ones", async () => {
  const app = scratchApp();
  const missed = await seedTherapist(app, { region: "NC" });
  const other = await seedTherapist(app, { region: "NC", daily_capacity: 5000 });
  const about = { therapistId: missed.id, region: "NC", zone: "America/New_York", start: ten + 6 * day };
  const earlier = Array.from({ length: 2100 }, (_, nth) => monday + 3 * hour + nth * minute);
  await seedSlots(app, other, [...earlier, about.start - hour, about.start, about.start + 30 * minute]);
  const found = await findAlternatives(app.reads, app.config, app.clock.now(), about);
  expect(found.map(({ start }) => (start - about.start) / hour)).toEqual([0, 0.5, -1]);
});

test("a visit being moved doesn't block alternatives, and its current time isn't offered", async () => {
  const app = scratchApp();
  const therapist = await seedTherapist(app, { region: "NC", daily_capacity: 1 });
  await seedSlots(
    app,
    therapist,
    [-1, 0, 0.5, 3, 24].map((hours) => ten + hours * hour),
  );
  const order = await seedOrder(app);
  const visit = await seedVisit(app, { order_id: order.id, therapist_id: therapist.id, start_at: ten });
  const missed = { therapistId: therapist.id, region: "NC", zone: "America/New_York", start: ten - hour };
  const hoursOf = async (exceptVisit?: number) =>
    (await findAlternatives(app.reads, app.config, app.clock.now(), { ...missed, exceptVisit })).map(
      ({ start }) => (start - ten) / hour,
    );
  expect(await hoursOf()).toEqual([24]);
  expect(await hoursOf(visit.id)).toEqual([0.5, 3, 24]);
});
