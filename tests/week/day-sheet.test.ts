import { expect, test } from "vitest";
import { day, hour } from "~/core/time";
import type { Staff } from "~/core/who";
import { findDaySheet } from "~/week/day-sheet/find-day-sheet.server";
import { auditLogOf } from "../support/acts";
import { aTherapist, aVisit } from "../support/clinic";
import { scratchApp } from "../support/scratch";
import { seedOrder, seedTherapist } from "../support/seed";

// The test clock is set to Monday, March 2, 2026, 10:00 in New York.
const mondayNoon = Date.parse("2026-03-02T17:00:00Z");

async function clinic(environment: Record<string, string> = {}) {
  const app = scratchApp(environment);
  const { therapist, who } = await aTherapist(app);
  const book = async (start_at: number, fields: Parameters<typeof aVisit>[3] = {}) => {
    const order = await seedOrder(app, { patient_name: "Ruth Avery", phone: "+19195550142" });
    return aVisit(app, therapist, start_at, { order_id: order.id, ...fields });
  };
  return { app, therapist, who, book };
}

test("the day sheet lists all visits that day except canceled ones, and opening it is logged", async () => {
  const { app, therapist, who, book } = await clinic();
  const afternoon = await book(mondayNoon + 3 * hour, {
    note: "Ring twice.",
    meeting_link: "https://meet.example/r",
  });
  const noon = await book(mondayNoon);
  await book(mondayNoon + hour, { status: "cancelled" });
  await book(mondayNoon + day);
  const sheet = await findDaySheet(app, who, {});
  expect(sheet).toMatchObject({ date: "2026-03-02", previousDate: "2026-03-01", nextDate: "2026-03-03" });
  expect(sheet.visits).toMatchObject([
    { id: noon.id, patient_name: "Ruth Avery", phone: "+19195550142", details: { phone: "+19195550142" } },
    { id: afternoon.id, note: "Ring twice.", meeting_link: "https://meet.example/r" },
  ]);
  const acts = await auditLogOf(app);
  expect(acts[0]).toMatchObject({ action: "day-sheet.viewed", subject: `therapist ${therapist.id}` });
  expect(acts.filter(({ action }) => action === "order.viewed")).toHaveLength(2);
});

test("a day runs from midnight to midnight in the therapist's time zone", async () => {
  const { app, who, book } = await clinic();
  const first = await book(Date.parse("2026-03-08T05:00:00Z"));
  // Clocks move forward that day, so it ends an hour earlier.
  const last = await book(Date.parse("2026-03-09T03:00:00Z"));
  await book(Date.parse("2026-03-09T04:00:00Z"));
  const { visits } = await findDaySheet(app, who, { date: "2026-03-08" });
  expect(visits.map(({ id }) => id)).toEqual([first.id, last.id]);
});

test("the day sheet shows saved data if the order system fails", async () => {
  const { app, who, book } = await clinic({ ORDER_SYSTEM: "brightree" });
  await book(mondayNoon);
  const { visits } = await findDaySheet(app, who, {});
  expect(visits).toMatchObject([{ phone: "+19195550142", details: null }]);
});

test("therapists see only their own day sheet; supervisors see all of them", async () => {
  const { app, who } = await clinic();
  const other = await seedTherapist(app);
  await expect(findDaySheet(app, who, { therapist: other.id })).rejects.toMatchObject({ code: "missing" });
  const supervisor: Staff = { ...who, roles: ["supervisor"], therapistId: null };
  expect(await findDaySheet(app, supervisor, { therapist: other.id })).toMatchObject({ visits: [] });
  await expect(findDaySheet(app, supervisor, {})).rejects.toMatchObject({
    message: "No therapist record for your email. Contact an administrator.",
  });
});
