import { expect, test } from "vitest";
import { listOpenings } from "~/availability/list-openings.server";
import { day, hour, iso, minute } from "~/core/time";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import {
  seedCompany,
  seedDatabase,
  seedOrder,
  seedSlots,
  seedTherapist,
  seedVisit,
  signInPatient,
  staffClient,
} from "../support/seed";
import { startServer } from "../support/server";

async function aClinic(kindNames = ["Branch setup", "Call"]) {
  const server = await startServer();
  const { app } = server;
  const companyId = await seedCompany(app);
  await seedDatabase(app);
  const therapist = await seedTherapist(app, { company_id: companyId, timezone: "America/Chicago" });
  const kinds: number[] = [];
  for (const name of kindNames) {
    const { id } = await app.db
      .insertInto("visit_kinds")
      .values({ company_id: companyId, name, name_es: name, mode: "phone" })
      .returning("id")
      .executeTakeFirstOrThrow();
    kinds.push(id);
  }
  const usual = await app.reads
    .selectFrom("visit_kinds")
    .select("id")
    .where("company_id", "=", companyId)
    .where("is_default", "=", 1)
    .executeTakeFirstOrThrow();
  const admin = await staffClient(server, "admin");
  const openings = (kindId?: number, exceptVisit?: number) =>
    listOpenings(app.reads, app.config, {
      now: app.clock.now(),
      kind: kindId === undefined ? undefined : { id: kindId, length: 45 * minute, zip: null },
      exceptVisit,
    });
  const slots = () =>
    app.reads.selectFrom("slots").select(["start_at", "kinds"]).orderBy("start_at").execute();
  return { ...server, therapist, kinds, usual: usual.id, admin, openings, slots };
}

/** A weekday at least three days from now, as a date. */
function aWeekday(now: number): string {
  let at = now + 3 * day;
  while ([0, 6].includes(new Date(at).getUTCDay())) at += day;
  return iso(at).slice(0, 10);
}

test("a company with one kind isn't asked for kinds in weekly hours and availability", async () => {
  const { admin, therapist } = await aClinic([]);
  for (const path of ["", "/week"]) {
    const page = await PlainPage.open(admin, `/therapists/${therapist.id}/availability${path}`);
    expect(page.text).not.toMatch(/kind/i);
  }
});

test("times added for one kind are openings of that kind only, and the list of slots names it", async () => {
  const { admin, therapist, clock, kinds, openings } = await aClinic();
  const [branch, call] = kinds;
  const date = aWeekday(clock.now());
  const range = { fromDate: date, toDate: date, startTime: "09:00", endTime: "11:00", interval: "60" };
  const page = await PlainPage.open(admin, `/therapists/${therapist.id}/availability`);
  const added = await page.press("Generate & Add", { ...range, kinds: [String(branch)] });
  expect(added.text).toContain("Branch setup Remove");
  expect((await openings(branch)).length).toBe(2);
  expect(await openings(call)).toEqual([]);
  expect(await openings()).toEqual([]);
});

test("undoing a removal brings back the kinds of the slots", async () => {
  const { admin, therapist, clock, kinds, slots } = await aClinic();
  const date = aWeekday(clock.now());
  const range = { fromDate: date, toDate: date, startTime: "09:00", endTime: "11:00", interval: "60" };
  const path = `/therapists/${therapist.id}/availability`;
  const page = await PlainPage.open(admin, path);
  await page.press("Generate & Add", { ...range, kinds: [String(kinds[0])] });
  const before = await slots();
  const removed = await (await PlainPage.open(admin, path)).press("Remove in Range", range);
  expect(await slots()).toEqual([]);
  await removed.press("Undo");
  expect(await slots()).toEqual(before);
  const one = (await PlainPage.open(admin, path)).press(/^Remove .* 9:00/);
  await (await one).press("Undo");
  expect(await slots()).toEqual(before);
});

test("weekly hours name their kinds, and a time in two entries is for the kinds of both", async () => {
  const { admin, therapist, kinds, slots, openings, usual, clock } = await aClinic();
  const [branch = 0, call = 0] = kinds;
  const path = `/therapists/${therapist.id}/availability/week`;
  const date = aWeekday(clock.now());
  const weekday = String(new Date(date).getUTCDay());
  const hours = { days: [weekday], interval: "60" };
  const added = await (await PlainPage.open(admin, path)).press("Add hours", {
    ...hours,
    startTime: "09:00",
    endTime: "11:00",
    kinds: [String(branch)],
  });
  const both = await added.press("Add hours", {
    ...hours,
    startTime: "10:00",
    endTime: "12:00",
    kinds: [String(call)],
  });
  expect(both.values("kinds")).toEqual([String(branch), String(call)]);
  await both.press("Apply to these weeks", { fromDate: date, weeks: "1" });
  expect((await slots()).map((slot) => slot.kinds)).toEqual([
    JSON.stringify([branch]),
    JSON.stringify([branch, call]),
    JSON.stringify([call]),
  ]);
  expect((await openings(branch)).length).toBe(2);
  expect((await openings(call)).length).toBe(2);
  expect(await openings()).toEqual([]);
  // Entries without checked kinds are for every kind.
  const all = await (await PlainPage.open(admin, path)).press("Save hours", { kinds: [] });
  expect(all.values("kinds")).toEqual([String(call)]);
  await all.press("Apply to these weeks", { fromDate: date, weeks: "1" });
  expect((await openings(usual)).length).toBe(2);
});

test("the API adds times for a kind, and refuses a class and another company's kind", async () => {
  const { app, admin, therapist, kinds, clock, openings } = await aClinic();
  const date = aWeekday(clock.now());
  const body = { therapist: therapist.name, fromDate: date, toDate: date, interval: 60 };
  const other = await seedCompany(app, "Other company");
  const foreign = await app.reads
    .selectFrom("visit_kinds")
    .select("id")
    .where("company_id", "=", other)
    .executeTakeFirstOrThrow();
  const refused = await admin.post("/api/availability/bulk", { ...body, kinds: [foreign.id] });
  expect([refused.status, refused.text]).toEqual([422, expect.stringContaining("Choose kinds of visits")]);
  const added = await admin.post("/api/availability/bulk", { ...body, kinds: [kinds[1]] });
  expect(added.status).toBe(200);
  expect((await openings(kinds[1])).length).toBe(9);
  expect(await openings(kinds[0])).toEqual([]);
});

test("a patient who moves a setup by video isn't offered times for other kinds", async () => {
  const { app, url, therapist, kinds, clock, openings } = await aClinic();
  const start = Date.parse(`${aWeekday(clock.now())}T16:00:00Z`);
  await seedSlots(app, therapist, [start, start + 15 * minute, start + 3 * hour]);
  const order = await seedOrder(app);
  const visit = await seedVisit(app, { order_id: order.id, therapist_id: therapist.id, start_at: start });
  await app.db
    .updateTable("slots")
    .set({ kinds: JSON.stringify([kinds[0]]) })
    .where("start_at", "=", start + 15 * minute)
    .execute();
  expect((await openings(undefined, visit.id)).map((opening) => opening.start)).toEqual([start + 3 * hour]);
  const client = new Client(url);
  await signInPatient(app, client, order.id);
  const reply = await client.patch("/api/my-appointment", {
    therapist: therapist.name,
    datetime: iso(start + 15 * minute),
  });
  const { start_at } = await app.reads.selectFrom("visits").select("start_at").executeTakeFirstOrThrow();
  expect([reply.status, start_at]).toEqual([409, start]);
});

test("New Appointment offers no time for other kinds, and warns of one", async () => {
  const { app, admin, therapist, kinds, clock } = await aClinic();
  const date = aWeekday(clock.now());
  const start = Date.parse(`${date}T16:00:00Z`);
  await seedSlots(app, therapist, [start]);
  await app.db
    .updateTable("slots")
    .set({ kinds: JSON.stringify([kinds[0]]) })
    .execute();
  const order = await seedOrder(app);
  const path = `/new-appointment?order=${order.id}&therapist=${therapist.id}&date=${date}`;
  const page = await PlainPage.open(admin, path);
  expect(page.html).not.toContain(`value="${iso(start)}"`);
  const time = new Date(start).toLocaleTimeString("en-GB", {
    timeZone: "America/Chicago",
    hour: "2-digit",
    minute: "2-digit",
  });
  const warned = await page.press("Book visit", { slot: "other", time });
  expect(warned.text).toContain("time is only for other kinds of visits.");
  expect((await PlainPage.open(admin, `${path}&kind=${kinds[0]}`)).html).toContain(`value="${iso(start)}"`);
});
