import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { addDays, day, hour, localDate } from "~/core/time";
import { operator } from "~/core/who";
import { deleteOldNightFiles } from "~/night-files/night-files.server";
import { uploadOf } from "~/orders/import/imports.server";
import { makeIntegrationKey } from "~/orders/keys/integration-keys.server";
import { completeVisit } from "~/visits/complete-visit.server";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { seedClinic, seedOrder, seedVisit, staffClient } from "../support/seed";
import { startServer } from "../support/server";

const server = await startServer();
const { app, clock, url } = server;
const { database, therapist } = await seedClinic(app);
let supervisor = await staffClient(server, "supervisor");
await app.db.updateTable("companies").set({ first_nights: 1 }).execute();
const zone = "America/New_York";
const key = await makeIntegrationKey(app, operator, { name: "Usage reports" });

let setups = 0;

/** A patient whose setup visit was completed this many days ago. */
async function setUp(daysAgo: number, patient_name = "Ruth Avery") {
  const order = await seedOrder(app, { brightree_db: database, patient_name });
  const start_at = clock.now() - daysAgo * day - ++setups * hour;
  const visit = await seedVisit(app, {
    order_id: order.id,
    therapist_id: therapist.id,
    start_at,
    status: "confirmed",
    confirmed_at: start_at - day,
    patient_zone: zone,
  });
  await completeVisit(app, operator, visit.id);
  return { order, id: order.patient_id, first: localDate(start_at, zone) };
}

const nightsOf = (order: number) =>
  app.reads
    .selectFrom("nights")
    .select(["night", "source", "device", "minutes"])
    .where("order_id", "=", order)
    .orderBy("night")
    .orderBy("device")
    .execute();

/** The page after the upload. */
async function upload(lines: readonly string[] | Uint8Array, client = supervisor): Promise<PlainPage> {
  const content = lines instanceof Uint8Array ? lines : `${lines.join("\n")}\n`;
  const reply = await client.upload("/nights/import", "nights.csv", content);
  expect([reply.status, reply.location]).toEqual([303, expect.stringMatching(/^\/nights\/import\/\d+/)]);
  return PlainPage.open(client, reply.location ?? "");
}

const american = (date: string) => date.replace(/^(\d+)-(\d+)-(\d+)$/, "$2/$3/$1");

test("a file is checked, saved, and saved again without a change", async () => {
  const one = await setUp(20);
  const other = await setUp(20, "Lena Ortiz");
  const lines = [
    "Patient ID,Date,Minutes,Serial Number",
    `${one.id},${one.first},412,23201`,
    `${one.id},${american(addDays(one.first, 1))},0,23201`,
    `${other.id},${other.first},6:52,`,
    `Total,,,`,
  ];
  const list = await PlainPage.open(supervisor, "/nights");
  expect((await list.follow("Import a file")).heading).toBe("Import nights");
  const checked = await upload(lines);
  expect(checked.text).toContain("3 nights of 2 patients can be saved, and no row has a problem.");
  expect(checked.text).toContain("1 row isn't a night, such as a total.");
  expect(await nightsOf(one.order.id)).toEqual([]);
  const saved = await checked.press("Save 3 nights");
  expect(saved.text).toContain("3 new nights, 0 changed, 0 unchanged.");
  expect(await nightsOf(one.order.id)).toEqual([
    { night: one.first, source: "file", device: "23201", minutes: 412 },
    { night: addDays(one.first, 1), source: "file", device: "23201", minutes: 0 },
  ]);
  expect(await nightsOf(other.order.id)).toMatchObject([{ minutes: 412, device: "" }]);
  const again = await upload(lines);
  expect(again.text).toContain("All nights of this file are saved already.");
  expect(again.buttons(/^Save/)).toEqual([]);
  const changed = await upload([lines[0] ?? "", `${one.id},${one.first},300,23201`]);
  expect(changed.text).toContain("1 night replace");
  await changed.press("Save 1 night");
  expect(await nightsOf(one.order.id)).toMatchObject([{ minutes: 300 }, { minutes: 0 }]);
  const page = await PlainPage.open(supervisor, `/orders/${one.order.id}/nights`);
  expect(page.text).toContain("5 h 0 min File");
});

test("each bad row is listed by its cause, and the good ones can be saved", async () => {
  const { id, first, order } = await setUp(20);
  const notFollowed = await seedOrder(app, { brightree_db: database });
  const ended = await setUp(20);
  await app.db
    .updateTable("first_nights")
    .set({ ended_at: clock.now(), end_reason: "returned" })
    .where("order_id", "=", ended.order.id)
    .execute();
  const tomorrow = addDays(localDate(clock.now(), zone), 1);
  const night = (index: number) => addDays(first, index);
  const page = await upload([
    "Patient ID,Name,Date,Usage Hours",
    `${id},"Avery, Ruth",${night(0)},6.87`,
    `${id},"Avery, Ruth",${night(1)},25:00`,
    `${id},"Avery, Ruth",${night(2)},-1:00`,
    `${id},"Avery, Ruth",${tomorrow},4`,
    `${id},"Avery, Ruth",${addDays(first, -1)},4`,
    `${id},Mario Lopez,${night(3)},4`,
    `99999999,Mario Lopez,${night(3)},4`,
    `${notFollowed.patient_id},,${night(3)},4`,
    `${ended.id},,${night(3)},4`,
    `abc,,${night(3)},4`,
    `${id},,,143.5`,
    `${id},,02/30/2026,4`,
    `${id},,${night(4)},`,
    `${id},,${night(4)},much`,
    `${id},,${night(5)},4`,
    `${id},,${night(5)},5`,
    `${id},,${night(5)}`,
  ]);
  expect(page.text).toContain("2 nights of 1 patient can be saved.");
  expect(page.text).toContain("15 rows have problems and won't be saved.");
  for (const why of [
    "The use is more than 24 hours.",
    "The use is less than 0.",
    "This night hasn't begun.",
    "The night is before the setup",
    "The file has another name for this patient ID.",
    "No patient with this ID is in Firstnight.",
    "This patient's first 90 nights aren't followed.",
    "Following this patient's nights has ended.",
    "The row has no patient ID",
    "The row has no date. Totals over several nights can't be used",
    "The date can't be read.",
    "The row has no use.",
    "The use can't be read.",
    "The file has this night twice with different use",
    "The line can't be read.",
  ]) {
    expect(page.text).toContain(`1 row: ${why}`);
  }
  expect(page.text).toContain(`3 ${id} ${night(1)} 25:00`);
  const saved = await page.press("Save 2 nights");
  expect(saved.text).toContain("2 new nights, 0 changed, 0 unchanged; 15 rows weren't saved.");
  expect((await nightsOf(order.id)).map(({ minutes }) => minutes)).toEqual([412, 240]);
});

test("a file with totals per patient is refused in the words of its column", async () => {
  const { id, first } = await setUp(20);
  const page = await upload([
    "Patient ID,Serial Number,Start Date,Last Data Date,Usage Hours,Days Used",
    `${id},23201,${first},${first},100,20`,
  ]);
  expect(page.text).toContain("This file has totals per patient (“Last Data Date”)");
  expect(page.buttons(/^Save/)).toEqual([]);
});

test("unknown column names are asked for once, and the next file with them isn't", async () => {
  const { id, first, order } = await setUp(20);
  const header = "Client,Evening,Blower";
  const page = await upload(["Report of the clinic,,", header, `${id},${first},412`]);
  expect(page.path).toMatch(/\/columns$/);
  const line = await page.press("Use this line", { header_line: "2" });
  const none = await line.press("Check the file", { patient_id: "0" });
  expect(none.text).toContain("Choose the column with the night's date.");
  const chosen = await line.press("Check the file", { patient_id: "0", date: "1", minutes: "2" });
  expect(chosen.text).toContain("1 night of 1 patient can be saved");
  expect((await chosen.follow("Change the columns")).values("minutes")).toEqual(["2"]);
  const discarded = await chosen.press("Discard");
  expect(discarded.text).toContain("File discarded.");
  expect(await nightsOf(order.id)).toEqual([]);
  const next = await upload([header, `${id},${first},412`]);
  await next.press("Save 1 night");
  expect(await nightsOf(order.id)).toMatchObject([{ minutes: 412 }]);
});

test("a night lasts from noon to noon, even if the clocks change, and its parts add up", async () => {
  clock.set(Date.parse("2026-11-10T17:00:00Z"));
  supervisor = await staffClient(server, "supervisor");
  const { id, order } = await setUp(14);
  const page = await upload([
    "Patient ID,Start,Minutes",
    // The clocks go back on November 1 at 2 AM.
    `${id},10/31/2026 22:00,180`,
    `${id},11/1/2026 1:30,120`,
    `${id},2026-11-01T11:59:00-05:00,1`,
    `${id},11/1/2026 12:00 PM,30`,
    `${id},11/2/2026 0:00,45`,
  ]);
  await page.press("Save 2 nights");
  expect(await nightsOf(order.id)).toMatchObject([
    { night: "2026-10-31", minutes: 301 },
    { night: "2026-11-01", minutes: 75 },
  ]);
});

test("two devices keep their own value of a night, and the longer use counts", async () => {
  const { id, first, order } = await setUp(20);
  const page = await upload([
    "Patient ID,Date,Minutes,Serial No",
    `${id},${first},200,AAA`,
    `${id},${first},250,BBB`,
  ]);
  await page.press("Save 2 nights");
  const patient = { brightree_db: database, patient_id: id };
  const put = (minutes: number) =>
    new Client(url).put(
      "/api/usage",
      { ...patient, nights: [{ date: first, minutes, device: "BBB" }] },
      { authorization: `Bearer ${key}` },
    );
  const shown = async () => (await PlainPage.open(supervisor, `/orders/${order.id}/nights`)).text;
  expect(await shown()).toContain(
    "4 h 10 min File, serial number AAA: 3 h 20 min. File, serial number BBB: 4 h 10 min",
  );
  expect((await put(230)).json).toMatchObject({ saved: 1 });
  // A program's value of a device counts before the one in a file.
  expect(await shown()).toContain("3 h 50 min");
  expect(await nightsOf(order.id)).toHaveLength(3);
});

test("a workbook is read like its text", async () => {
  const page = await upload(await readFile(new URL("../orders/sample-orders.xlsx", import.meta.url)));
  // These are orders, which have no night.
  expect(page.path).toMatch(/\/columns$/);
  expect(page.text).toContain("Choose the columns");
});

test("a file is deleted after its nights are saved, or a day after its upload, and only supervisors upload", async () => {
  const { id, first } = await setUp(20);
  const therapistClient = await staffClient(server, "therapist");
  const refused = await therapistClient.upload("/nights/import", "nights.csv", "a,b\n");
  expect([refused.status, refused.location]).toEqual([302, "/login"]);
  expect((await PlainPage.open(therapistClient, "/nights")).links("Import a file")).toEqual([]);
  const page = await upload(["Patient ID,Date,Minutes", `${id},${first},412`]);
  const { stored_as } = await app.reads
    .selectFrom("night_files")
    .select("stored_as")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(existsSync(uploadOf(app.config.dataDir, stored_as))).toBe(true);
  await page.press("Save 1 night");
  expect(existsSync(uploadOf(app.config.dataDir, stored_as))).toBe(false);
  const late = await upload(["Patient ID,Date,Minutes", `${id},${first},413`]);
  clock.set(clock.now() + day + hour);
  supervisor = await staffClient(server, "supervisor");
  await deleteOldNightFiles(app);
  const again = await PlainPage.open(supervisor, late.address);
  expect((await again.press("Save 1 night")).text).toContain("This file was deleted a day after its upload.");
  clock.set(clock.now() + 7 * day);
  supervisor = await staffClient(server, "supervisor");
  await deleteOldNightFiles(app);
  expect((await PlainPage.open(supervisor, "/nights/import")).text).toContain("No files uploaded yet.");
});
