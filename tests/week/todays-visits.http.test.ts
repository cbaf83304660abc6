import { expect, test } from "vitest";
import { day, hour, minute } from "~/core/time";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { monday } from "../support/scratch";
import { seedDatabase, seedOrder, seedTherapist, seedUser, seedVisit, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { app, url, clock } = await startServer();
await seedDatabase(app, "QHMS");
const link = "https://meet.example/room";

/** Signs a therapist in at 10 AM in New York. */
async function aTherapist() {
  clock.set(monday);
  const user = await seedUser(app, ["therapist"]);
  const therapist = await seedTherapist(app, { user_id: user.id, zoom_link: link });
  const client = new Client(url);
  await signInStaff(app, client, user.id);
  async function book(after: number, status: string, name: string) {
    const order = await seedOrder(app, { patient_name: name, phone: "+17045550142" });
    return seedVisit(app, {
      order_id: order.id,
      therapist_id: therapist.id,
      start_at: monday + after,
      status,
      ...(status === "confirmed" && { confirmed_at: monday - day, meeting_link: link }),
    });
  }
  /** Without use, a session ends before the clock's new time. */
  async function goTo(after: number) {
    clock.set(monday + after);
    await signInStaff(app, client, user.id);
  }
  return { client, therapist, book, goTo, open: (path = "/therapist") => PlainPage.open(client, path) };
}

/** The texts of the part of the page about today. */
const todayOf = ({ html }: PlainPage) => {
  const part = /<div id="today"[^>]*><section[^>]*>([\s\S]*?)<\/section>/.exec(html)?.[1] ?? "";
  return part
    .replace(/<[^>]*>/g, " ")
    .replaceAll("&#x27;", "'")
    .replace(/\s+/g, " ")
    .trim();
};

test("the page starts with the next visit, how to join it, and today's other visits", async () => {
  const { book, goTo, open } = await aTherapist();
  await book(-2 * hour, "completed", "Anna Santoro");
  const next = await book(25 * minute, "confirmed", "Priya Hendricks");
  await book(2 * hour, "submitted", "Jack Holloway");
  await book(3 * hour, "cancelled", "Diane Kowalski");
  await book(day, "confirmed", "Edward Sawyer");
  const page = await open();
  const today = todayOf(page);
  expect(today).toMatch(/^Next visit 10:25 AM EST in 25 min confirmed Next visit: Priya Hendricks/);
  expect(today).toContain("Join video visit with patient");
  expect(today).toContain("Call (704) 555-0142");
  expect(today).toContain("I'm running late");
  expect(today).toMatch(/8:00 AM Anna Santoro completed 12:00 PM Jack Holloway submitted$/);
  expect(page.html).toMatch(/<a id="join-next" href="https:\/\/meet\.example\/room" target="_blank"/);
  expect(page.html).toContain('href="tel:+17045550142"');
  expect(page.html.indexOf('id="today"')).toBeLessThan(page.html.indexOf('id="calendar"'));

  // The name leads to the visit.
  const sheet = await page.follow("Priya Hendricks");
  expect(sheet.html).toContain(`/visits/${next.id}/move`);

  await goTo(30 * minute);
  expect(todayOf(await open())).toContain("started 5 min ago");
});

test("an unconfirmed next visit is confirmed from the top of the page", async () => {
  const { book, open } = await aTherapist();
  await book(20 * minute, "submitted", "Jack Holloway");
  const page = await open();
  expect(todayOf(page)).not.toContain("Join");
  expect(todayOf(page)).toContain("The video link is here once you confirm the visit.");
  const done = await (await page.follow("Confirm Appt")).press(/^Confirm visit on/);
  expect(done.text).toContain("Visit confirmed");
  expect(todayOf(done)).toContain("Join video visit");
});

test("on a day without visits, the page shows the next visit with its day", async () => {
  const { book, open } = await aTherapist();
  expect(todayOf(await open())).toBe("");
  const tomorrow = await book(22 * hour, "confirmed", "Edward Sawyer");
  expect(todayOf(await open())).toMatch(
    /^Next visit Tue, Mar 3, 8:00 AM EST in 22 h confirmed.*No visits today\.$/,
  );
  await app.db.updateTable("visits").set({ status: "cancelled" }).where("id", "=", tomorrow.id).execute();
  await book(-hour, "completed", "Anna Santoro");
  expect(todayOf(await open())).toMatch(
    /^No upcoming visits\. Today, Mon, Mar 2 9:00 AM Anna Santoro completed$/,
  );
});

test("a visit in progress after midnight is still the next visit", async () => {
  const { book, goTo, open } = await aTherapist();
  await book(13.9 * hour, "confirmed", "Late Evening");
  await goTo(14.1 * hour);
  expect(todayOf(await open())).toMatch(/started 12 min ago.*Late Evening.*No visits today\.$/);
});

test("visits to confirm and visits without an outcome are one line each until they are opened", async () => {
  const { book, open } = await aTherapist();
  await book(-2 * hour, "confirmed", "Anna Santoro");
  await book(2 * hour, "submitted", "Jack Holloway");
  const { html } = await open();
  expect(html).toMatch(/<details class="panel folded"><summary[^>]*><h2>1 visit needs an outcome/);
  expect(html).toMatch(/<details class="panel folded"><summary[^>]*><h2>Pending Confirmations/);
});

test("a visit's sheet starts with Join and offers completion only once the visit has begun", async () => {
  const { book, open } = await aTherapist();
  const { id } = await book(25 * minute, "confirmed", "Priya Hendricks");
  const before = await open(`/visits/${id}`);
  expect(before.html).toMatch(/data-sheet=""><p class="buttons"><a id="join-sheet" href="https:/);
  expect(before.text).not.toContain("Mark as Completed");
  clock.set(monday + 25 * minute);
  const begun = await open(`/visits/${id}`);
  const done = await (await begun.follow("Mark as Completed")).press(/^Complete visit on/);
  expect(done.text).toContain("Visit completed.");
  expect(done.html).not.toContain("join-sheet");
});

test("a therapist chooses the delay, and then sees what was sent and can correct it", async () => {
  const { book, open } = await aTherapist();
  await book(25 * minute, "confirmed", "Priya Hendricks");
  const page = await open();
  for (const minutes of [5, 10, 15, 20, 30]) expect(todayOf(page)).toContain(`${minutes} min late`);
  const told = await page.press("20 min late");
  expect(told.text).toMatch(
    /The patient will get an? (text|email) that the visit will start about 20 minutes late\./,
  );
  expect(todayOf(told)).toMatch(
    /Patient notified by (text|email) at .* that the visit will start about 20 minutes late\./,
  );
  expect(todayOf(told)).toContain("Change the delay (20 min)");
  expect(todayOf(told)).not.toContain("I'm running late");
  expect(todayOf(told)).not.toContain("20 min late");
  const corrected = await told.press("30 min late");
  expect(todayOf(corrected)).toContain("Change the delay (30 min)");
});
