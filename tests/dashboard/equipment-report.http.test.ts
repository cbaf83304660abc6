import { expect, test } from "vitest";
import { addDays, day, hour, localDate, startOfDay, weekdayOf } from "~/core/time";
import { aVisit } from "../support/clinic";
import { PlainPage } from "../support/plain-page";
import { seedClinic, seedOrder, staffClient } from "../support/seed";
import { startServer } from "../support/server";

const zone = "America/New_York";
const server = await startServer();
const { app, clock } = server;
const { therapist, database } = await seedClinic(app);
// Sessions end while the clock advances.
const supervisor = () => staffClient(server, "supervisor");
const admin = () => staffClient(server, "admin");
const today = localDate(clock.now(), zone);
const sunday = addDays(today, -weekdayOf(today));
const noonOf = (date: string) => startOfDay(date, zone) + 12 * hour;

let minutes = 0;
async function visits(count: number, date: string, fields: Parameters<typeof aVisit>[3]) {
  for (let each = 0; each < count; each++) {
    const start = noonOf(date) + ++minutes * hour;
    const order = await seedOrder(app, { brightree_db: database });
    await aVisit(app, therapist, start, { order_id: order.id, local_date: date, ...fields });
  }
}
const lost = { status: "cancelled", cancel_reason: "equipment_not_arrived" } as const;
const before = addDays(sunday, -14);
await visits(3, before, lost);
await visits(5, before, { status: "completed" });
await visits(1, before, { status: "no show" });
await visits(2, before, { status: "cancelled", cancel_reason: "patient_request" });
const table = async () => {
  const page = await PlainPage.open(await supervisor(), `/reports?from=${before}&to=${addDays(sunday, 20)}`);
  const rows = page.table("Visits lost to missing equipment");
  return { text: page.text, rows: rows.map((row) => Object.values(row).slice(1).join(" ")) };
};
const setting = async (equipment: string) =>
  (await PlainPage.open(await admin(), "/admin/company")).press("Save", { equipment });

test("the report compares visits lost to missing equipment before and after the setting was turned on", async () => {
  expect((await table()).text).toContain("With the setting off, 3 of 9 visits were lost (33.3%).");
  await setting("inform");
  const after = addDays(localDate(clock.now(), "UTC"), 1);
  await visits(1, after, lost);
  await visits(9, after, { status: "completed" });
  clock.advance(14 * day);
  await setting("require");
  const { text, rows } = await table();
  expect(text).toContain("With the setting off, 3 of 9 visits were lost (33.3%).");
  expect(text).toContain("With the setting on, 1 of 10 visits were lost (10.0%).");
  expect(rows[0]).toBe("3 9 0 0");
  expect(rows).toContain("0 0 1 10");
  const { text: csv } = await (await supervisor()).get(
    `/reports.csv?from=${before}&to=${addDays(before, 6)}`,
  );
  const [head = "", row = ""] = csv.trim().split(/\r?\n/);
  expect(head).toContain("Lost to missing equipment, setting off");
  expect(row).toMatch(/,3,9,0,0$/);
});

test("without the setting, all visits count as before", async () => {
  await setting("off");
  clock.advance(2 * hour);
  expect((await table()).text).not.toContain("With the setting on");
});
