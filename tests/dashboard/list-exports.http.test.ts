import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { day, hour } from "~/core/time";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { seedOrder, seedTherapist, seedUser, seedVisit, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { app, url } = await startServer();
const now = app.clock.now();
const sam = await seedUser(app, ["supervisor"]);
const supervisor = new Client(url);
await signInStaff(app, supervisor, sam.id);
const therapist = await seedTherapist(app, { name: "Dana Reyes" });
const western = await seedTherapist(app, { name: "Al Oh", timezone: "PST", region: "CA" });

async function visit(start_at: number, name: string, fields: Partial<Parameters<typeof seedVisit>[1]> = {}) {
  const order = await seedOrder(app, { patient_name: name });
  return seedVisit(app, { order_id: order.id, therapist_id: therapist.id, start_at, ...fields });
}
const csv = async (address: string): Promise<Record<string, string>[]> => {
  const { status, text } = await supervisor.get(address);
  expect(status, text.slice(0, 300)).toBe(200);
  return parse(text, { columns: true, bom: true });
};
const lastEntry = async (action: string) => {
  const { user_id, details } = await app.db
    .selectFrom("audit_log")
    .select(["user_id", "details"])
    .where("action", "=", action)
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  return { user_id, ...JSON.parse(details ?? "{}") };
};

await visit(now + hour, "=Ada North");
await visit(now + 2 * day, "Ben Cole", { therapist_id: western.id });
await visit(now - 3 * hour, "Cy Dunn", { status: "confirmed", confirmed_at: now - day });
for (let index = 0; index < 60; index++) await visit(now + 2 * hour + index * hour, `Row ${index}`);

test("the appointments' CSV has the list's rows with names and phones, and no cell is a formula", async () => {
  const page = await PlainPage.open(supervisor, "/appointments?status=submitted&sort=time&direction=desc");
  const [address = ""] = page.links("Export as CSV");
  const rows = await csv(address);
  expect(rows).toHaveLength(62);
  const shown = page.table("Appointments").map((row) => row["Patient ID"]?.match(/\d+/)?.[0]);
  expect(rows.slice(0, shown.length).map((row) => row["Patient ID"])).toEqual(shown);
  expect(rows.find(({ Patient }) => Patient === "'=Ada North")?.Phone).toMatch(/^'?\+1919555/);
  expect(await lastEntry("appointments.exported")).toMatchObject({
    user_id: sam.id,
    status: "submitted",
    rows: 62,
  });
});

test("the worklist's CSV has all pages of its lists, with the screen's filters", async () => {
  const page = await PlainPage.open(supervisor, "/calendars?tab=worklist&region=NC");
  const [address = ""] = page.links("Export as CSV");
  expect(address).toBe("/worklist.csv?region=NC");
  const rows = await csv(address);
  const of = (list: string) => rows.filter(({ List }) => List === list);
  expect(of("Needs an outcome").map(({ Patient }) => Patient)).toEqual(["Cy Dunn"]);
  const toConfirm = of("Needs Confirmation (next 72h)");
  const shown = page.table("Needs Confirmation (next 72h)").map((row) => row.Patient?.match(/\d+/)?.[0]);
  expect(shown).toHaveLength(50);
  expect(toConfirm).toHaveLength(61);
  expect(toConfirm.slice(0, 50).map((row) => row["Patient ID"])).toEqual(shown);
  expect(rows.some(({ Patient }) => Patient === "Ben Cole")).toBe(false);
  expect(toConfirm[0]?.Phone).toMatch(/^'?\+1919555/);
  expect(await lastEntry("worklist.exported")).toEqual({
    user_id: sam.id,
    region: "NC",
    searched: false,
    rows: rows.length,
  });
});
