import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { day, hour, localDate } from "~/core/time";
import { findRecovery, type Recovery } from "~/dashboard/recovery/find-recovery.server";
import { cancelVisit } from "~/visits/cancel-visit.server";
import { PlainPage } from "../support/plain-page";
import { seedClinic, seedOrder, seedSlots, seedTherapist, seedVisit, staffClient } from "../support/seed";
import { startServer } from "../support/server";
import { staffOf } from "../support/users";

const { app, url, clock } = await startServer();
const zone = "America/New_York";
const now = clock.now();
const { therapist } = await seedClinic(app);
const west = await seedTherapist(app, { name: "Wanda West", region: "WA" });

/** Creates a visit with an outcome, booked `lead` days before it started. */
async function ended(
  status: string,
  ago: number,
  lead: number,
  more: Partial<Parameters<typeof seedVisit>[1]> = {},
) {
  const start = now - ago * day;
  const order = await seedOrder(app, { referral_at: start - 10 * day });
  return seedVisit(app, {
    order_id: order.id,
    therapist_id: therapist.id,
    start_at: start,
    created_at: start - lead * day,
    local_date: localDate(start, zone),
    status,
    ...more,
  });
}
await ended("completed", 8, 0.5);
await ended("completed", 9, 5, { patient_confirmed_at: now - 10 * day });
await ended("completed", 16, 20, { therapist_id: west.id });
await ended("no show", 10, 20, { no_show_reason: "unreachable" });
await ended("no show", 17, 2, { therapist_id: west.id });
await ended("cancelled", 11, 6, { cancel_reason: "insurance" });
await ended("no show", 200, 2);

/** Books a visit at an open time and cancels it. */
async function free(start: number) {
  await seedSlots(app, west, [start]);
  const { id } = await seedVisit(app, {
    order_id: (await seedOrder(app)).id,
    therapist_id: west.id,
    start_at: start,
  });
  await cancelVisit(app, staffOf(), id, null);
  return id;
}
const [lost, filled, open] = [now + hour, now + 2 * hour, now + 20 * day];
for (const start of [lost, filled, open]) await free(start);
const filler = await seedVisit(app, {
  order_id: (await seedOrder(app)).id,
  therapist_id: west.id,
  start_at: filled,
});
clock.set(now + 1.5 * hour);

const supervisor = await staffClient({ app, url }, "supervisor");
const rowsOf = (text: string): Record<string, string>[] => parse(text, { bom: true, columns: true });
const csv = async (path: string) => rowsOf((await supervisor.get(path)).text);
const rate = ({ visits, missed, setups }: Recovery["all"]) => [visits, missed, setups];

test("visits and no-shows are counted by therapist, region, lead time, reply, and reason", async () => {
  const recovery = await findRecovery(app, 12, zone);
  expect(rate(recovery.all)).toEqual([5, 2, 3]);
  expect(recovery.all.medianDays).toBe(10);
  expect(recovery.byTherapist.map(({ name, ...each }) => [name, ...rate(each)])).toEqual([
    [therapist.name, 3, 1, 2],
    ["Wanda West", 2, 1, 1],
  ]);
  expect(recovery.byLead.map(({ visits, missed }) => [visits, missed])).toEqual([
    [1, 0],
    [1, 1],
    [1, 0],
    [0, 0],
    [2, 1],
  ]);
  expect(recovery.byReply.map(({ filter, visits, missed }) => [filter.reply, visits, missed])).toEqual([
    ["ok", 1, 0],
    ["none", 4, 2],
  ]);
  expect(recovery.reasons).toContainEqual({ status: "no show", reason: "unreachable", count: 1 });
  expect(recovery.reasons).toContainEqual({ status: "cancelled", reason: "insurance", count: 1 });
});

test("a freed time is open until it is filled by another visit or lost", async () => {
  const [thisWeek] = (await findRecovery(app, 4, zone)).weeks;
  expect(thisWeek, "includes a time in a later week").toMatchObject({
    freed: 3,
    filled: 1,
    lost: 1,
    open: 1,
  });
  const times = await csv("/recovery-times.csv?weeks=4");
  expect(times.find(({ Status }) => Status === "Filled")?.["Filled by visit"]).toBe(String(filler.id));
});

test("a time isn't counted as freed if the same visit is booked for it again", async () => {
  const start = now + 4 * hour;
  const id = await free(start);
  await app.db.updateTable("visits").set({ status: "submitted" }).where("id", "=", id).execute();
  const times = await csv("/recovery-times.csv?weeks=4");
  expect(times.map((time) => time["Freed by visit"])).not.toContain(String(id));
});

test("every number on the recovery page equals the number of rows in its list and CSV", async () => {
  const page = await PlainPage.open(supervisor, "/recovery");
  const links = [
    ...page.html.matchAll(/href="(\/recovery\/(?:visits|times)[^"]*)"[^>]*>\s*(?:<b[^>]*>)?(\d+)/g),
  ];
  expect(links.length).toBeGreaterThan(20);
  for (const [, href = "", count] of links) {
    const path = href.replaceAll("&amp;", "&");
    const list = await PlainPage.open(supervisor, path);
    const rows = list.table(path.startsWith("/recovery/times") ? "Freed times" : "Visits with an outcome");
    const shown = rows.filter((row) => Object.values(row).length > 1);
    expect(shown.length, path).toBe(Number(count));
    const exported = await csv(path.replace("/visits", ".csv").replace("/times", "-times.csv"));
    expect(exported.length, path).toBe(Number(count));
  }
});

test("the no-show rate can be recomputed from the CSV", async () => {
  const visits = await csv("/recovery.csv");
  const missed = visits.filter(({ Status }) => Status === "No-show").length;
  const held = missed + visits.filter(({ Status }) => Status === "Completed").length;
  const page = await PlainPage.open(supervisor, "/recovery");
  expect(page.text).toContain(`No-show rate: ${missed} of ${held}`);
});
