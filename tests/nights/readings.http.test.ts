import { parse } from "csv-parse/sync";
import { expect, test } from "vitest";
import { addDays, localDate } from "~/core/time";
import { textOfPages } from "../support/pdf-text";
import { PlainPage } from "../support/plain-page";
import { seedClinic, staffClient } from "../support/seed";
import { startServer } from "../support/server";
import { aSetUpPatient, followNights, zone } from "../support/set-up-patients";

const server = await startServer();
const { app, clock } = server;
const { database, therapist } = await seedClinic(app);
await followNights(app);
const supervisor = await staffClient(server, "supervisor");
const today = localDate(clock.now(), zone);
/** In the morning, last night isn't over before noon. */
const lastOver = addDays(today, -2);

const patientAt = async (daysAgo: number) => {
  const { order } = await aSetUpPatient(app, { database, therapistId: therapist.id, daysAgo });
  return order;
};

const saveReading = async (orderId: number, nights_used: string, nights_counted: string) => {
  const page = await PlainPage.open(supervisor, `/orders/${orderId}/plan`);
  expect((await page.press("Save reading", { nights_used, nights_counted, hours: "" })).text).toContain(
    "Reading saved",
  );
};

const saveNights = (orderId: number, minutes: readonly number[], device = "") =>
  app.db
    .insertInto("nights")
    .values(
      minutes.map((value, index) => ({
        order_id: orderId,
        night: addDays(lastOver, index - minutes.length + 1),
        source: "file" as const,
        device,
        minutes: value,
        entered_by: "test",
        entered_at: clock.now(),
      })),
    )
    .execute();

const evidence = async (orderId: number) => {
  const cookie = [...supervisor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const response = await fetch(new URL(`/api/orders/${orderId}/nights-evidence`, server.url), {
    headers: { cookie },
  });
  expect(response.status).toBe(200);
  expect(response.headers.get("content-disposition")).toMatch(/filename="first-90-nights-\d+\.pdf"/);
  return textOfPages(Buffer.from(await response.arrayBuffer()))
    .join(" ")
    .replace(/\s+/g, " ");
};

const rowOf = async (patientId: number) => {
  const { text } = await supervisor.get("/nights/report.csv");
  const rows = parse(text, { bom: true, columns: true }) as Record<string, string>[];
  return rows.find((row) => row["Patient ID"] === String(patientId));
};

test("a patient whose reading says 24 of 30 nights isn't listed as without use", async () => {
  const order = await patientAt(40);
  const list = () => PlainPage.open(supervisor, "/nights");
  expect((await list()).table("Use isn't known")).toHaveLength(1);
  await saveReading(order.id, "26", "24");
  const page = await list();
  expect(page.text).not.toContain("No use");
  expect(page.table("Rule met: book the re-evaluation")[0]?.["Next step"]).toMatch(
    /by what the patient read off the device\. Book the re-evaluation.*says 26 nights used, 24 of 4 hours\./,
  );
  expect(await rowOf(order.patient_id)).toMatchObject({
    Result: "Met",
    "Nights of 4 hours by reading": `${addDays(today, -30)} to ${addDays(today, -1)}: 24`,
  });
  const text = await evidence(order.id);
  expect(text).toContain("by totals read off the device's screen (below)");
  expect(text).toMatch(/last 30 nights: ?26 nights used, 24 of 4 hours\. entered by User/);
});

test("a file that contradicts the reading counts, and the list, the page, and the evidence show both", async () => {
  const order = await patientAt(41);
  await saveReading(order.id, "26", "24");
  await saveNights(
    order.id,
    Array.from({ length: 30 }, (_, index) => (index < 12 ? 300 : 0)),
  );
  const both = /No use for 4 nights\..*says 26 nights used.*The device's report differs, and it counts\./;
  expect(
    (await PlainPage.open(supervisor, "/nights")).table("No use for 4 nights")[0]?.["Next step"],
  ).toMatch(both);
  expect((await PlainPage.open(supervisor, `/orders/${order.id}/nights`)).text).toMatch(both);
  expect(await rowOf(order.patient_id)).toMatchObject({
    Result: "In progress",
    "Nights of 4 hours by reading": "",
  });
  const text = await evidence(order.id);
  expect(text).toContain("Rule met: no");
  expect(text).toMatch(/Differs\. The report counts: 11 used, 11 of 4 hours/);
});

test("the evidence has each night's use, of two devices the longest, and the number that the rule counts", async () => {
  const order = await patientAt(42);
  const first = Array.from({ length: 30 }, (_, index) => 200 + index * 4);
  await saveNights(order.id, first, "3141");
  await saveNights(order.id, [30, 480], "2718");
  const counted = [...first.slice(0, 29), 480].filter((value) => value >= 240);
  const text = await evidence(order.id);
  const shown = [...text.matchAll(/(?<![\d:])(\d{1,2}):(\d\d)(?![\d:]| [AP]M)/g)].map(
    ([, hours, minutes]) => Number(hours) * 60 + Number(minutes),
  );
  expect(shown.slice(0, 30)).toEqual([...first.slice(0, 29), 480]);
  expect(counted).toHaveLength(20);
  expect(text).toContain(`${counted.length} with 4 hours or more`);
  expect(text).toContain("Several devices reported. The longest use of a night counts.");
});

test("after a restart the evidence names the new first night and the day of the setup", async () => {
  const order = await patientAt(60);
  await saveNights(
    order.id,
    Array.from({ length: 50 }, () => 300),
  );
  const page = await PlainPage.open(supervisor, `/orders/${order.id}/nights`);
  await page.press("Restart the 90 nights", {
    started_on: addDays(lastOver, -4),
    reason: "Break in need",
  });
  const text = await evidence(order.id);
  expect(text).toContain("counted again. The setup visit was on");
  expect(text).toContain("Rule met: no");
  expect(text).toContain("5 with 4 hours or more");
});
