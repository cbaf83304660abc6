import { expect, test } from "vitest";
import { daysOffAdded } from "~/availability/flash";
import { day, hour } from "~/core/time";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { monday } from "../support/scratch";
import {
  seedDatabase,
  seedOrder,
  seedSlots,
  seedTherapist,
  seedUser,
  seedVisit,
  signInStaff,
} from "../support/seed";
import { startServer } from "../support/server";

const { app, url, clock } = await startServer();
clock.set(monday);
await seedDatabase(app, "QHMS");

async function aWeek() {
  const user = await seedUser(app, ["therapist"]);
  const therapist = await seedTherapist(app, { user_id: user.id });
  await seedSlots(app, therapist, [monday + 2 * day, monday + 3 * day, monday + 3 * day + hour]);
  const order = await seedOrder(app, { patient_name: "Priya Hendricks" });
  const visit = await seedVisit(app, {
    order_id: order.id,
    therapist_id: therapist.id,
    start_at: monday + 2 * day + 2 * hour,
    status: "confirmed",
  });
  const as = async (userId: number) => {
    const client = new Client(url);
    await signInStaff(app, client, userId);
    return PlainPage.open(client, `/therapists/${therapist.id}/availability/days-off`);
  };
  return { user, therapist, visit, as };
}

const days = { fromDate: "2026-03-04", toDate: "2026-03-06" };

test("after adding days off, a therapist reads what changed, and moves the affected visit from there", async () => {
  const { user, visit, as } = await aWeek();
  const page = await (await as(user.id)).press("Add days off", days);
  expect(page.text).toContain("Days off added, March 4 to 6. 3 openings removed. 1 visit is affected:");
  expect(page.text).toContain(
    "Wed, Mar 4, 12:00 PM EST, Priya Hendricks → Move the visit of Priya Hendricks",
  );
  expect(page.text).not.toContain("outside the remaining hours");
  expect((await page.follow(/Wed, Mar 4/)).html).toContain(`/visits/${visit.id}/move`);
  const move = await page.follow(/^→ Move/);
  const moved = await move.press(/^Move/, { date: "2026-03-10", time: "10:00", accept: "on" });
  expect(moved.text).toContain("visit is now on Tue, Mar 10, 10:00 AM EDT. No one has been notified yet.");
});

test("a supervisor reaches the page that reassigns the affected day's visits", async () => {
  const { therapist, as } = await aWeek();
  const supervisor = await seedUser(app, ["supervisor"]);
  const page = await (await as(supervisor.id)).press("Add days off", days);
  const reassign = await page.follow(/^→ Reassign/);
  expect(reassign.text).toContain(therapist.name);
  expect(reassign.text).toContain("Priya Hendricks");
});

test("the affected visits don't leave patients' names in the browser's cookies", async () => {
  const { user, therapist } = await aWeek();
  const client = new Client(url);
  await signInStaff(app, client, user.id);
  const form = { act: "add", ...days, note: "" };
  const reply = await client.submit(`/therapists/${therapist.id}/availability/days-off`, form);
  const flash = decodeURIComponent(reply.headers.getSetCookie().join());
  const value = /flash=([^.;]+)/.exec(flash)?.[1] ?? "";
  const left = Buffer.from(value, "base64").toString();
  expect(left).toContain("1 visit is affected");
  expect(left).not.toContain("Priya");
});

test.each([
  ["2026-12-14", "2026-12-18", 1, "Days off added, December 14 to 18. 1 opening removed."],
  ["2026-12-14", "2026-12-14", 0, "Days off added, December 14. 0 openings removed."],
  ["2026-12-30", "2027-01-02", 1200, "Days off added, December 30 to January 2. 1,200 openings removed."],
])("days off from %s to %s are described in words", (fromDate, toDate, removed, text) => {
  expect(daysOffAdded({ fromDate, toDate, removed, left_outside: [], batch_id: 3 })[1]).toBe(text);
});

test("the preview of days off names the affected patients, and changes nothing", async () => {
  const { user, as } = await aWeek();
  const page = await (await as(user.id)).press("Preview", days);
  expect(page.text).toContain("Will remove 3 free slots. 1 visit will be outside the remaining hours.");
  expect(page.text).toContain("Wed, Mar 4, 12:00 PM EST, Priya Hendricks");
  expect((await as(user.id)).text).toContain("No days off.");
});
