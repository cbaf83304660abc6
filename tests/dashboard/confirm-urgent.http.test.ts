import { expect, test } from "vitest";
import { hour } from "~/core/time";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { monday } from "../support/scratch";
import { seedDatabase, seedOrder, seedTherapist, seedUser, seedVisit, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { app, url, clock } = await startServer();
await seedDatabase(app, "QHMS");
const supervisor = new Client(url);
await signInStaff(app, supervisor, (await seedUser(app, ["supervisor"])).id);
const withLink = await seedTherapist(app, { zoom_link: "https://meet.example/room" });
const withoutLink = await seedTherapist(app, { zoom_link: null });
clock.set(monday);

async function book(therapist: { id: number }, hours: number, order: Parameters<typeof seedOrder>[1] = {}) {
  const { id } = await seedOrder(app, order);
  const start_at = monday + hours * hour;
  return seedVisit(app, { order_id: id, therapist_id: therapist.id, start_at, status: "submitted" });
}

const statusOf = async ({ id }: { id: number }) =>
  (await app.db.selectFrom("visits").select("status").where("id", "=", id).executeTakeFirstOrThrow()).status;

const dashboard = () => PlainPage.open(supervisor, "/supervisordashboard");

test("a supervisor confirms all urgent visits whose meeting link is known with two clicks", async () => {
  const first = await book(withLink, 3);
  expect((await dashboard()).buttons(/^Confirm (all )?\d/)).toEqual([]);
  const second = await book(withLink, 5);
  const later = await book(withLink, 100);
  const asked = await (await dashboard()).press("Confirm all 2…");
  const done = await asked.press("Confirm 2 visits");
  expect(done.text).toContain("2 confirmed");
  expect(await Promise.all([first, second, later].map(statusOf))).toEqual([
    "confirmed",
    "confirmed",
    "submitted",
  ]);
});

test("urgent visits without a meeting link, or with an open question about an interpreter, are left out", async () => {
  const ready = [await book(withLink, 10), await book(withLink, 12)];
  const others = [await book(withoutLink, 10), await book(withLink, 14, { interpreter: "Spanish" })];
  const page = await dashboard();
  expect(page.text).toContain("Visits without a meeting link or an interpreter are left out.");
  const done = await (await page.press("Confirm 2…")).press("Confirm 2 visits");
  expect(done.text).toContain("2 confirmed");
  expect(await Promise.all([...ready, ...others].map(statusOf))).toEqual([
    "confirmed",
    "confirmed",
    "submitted",
    "submitted",
  ]);
});
