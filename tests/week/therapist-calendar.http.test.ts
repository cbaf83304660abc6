import { expect, test } from "vitest";
import { day, hour, iso, minute, startOfDay } from "~/core/time";
import { zoneLabels } from "~/week/week";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { monday } from "../support/scratch";
import { seedDatabase, seedOrder, seedTherapist, seedUser, seedVisit, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const server = await startServer();
const { app, url, clock } = server;
await seedDatabase(app, "QHMS");

async function therapistIn(timezone = "EST") {
  clock.set(monday);
  const user = await seedUser(app, ["therapist"]);
  const therapist = await seedTherapist(app, { user_id: user.id, timezone });
  const client = new Client(url);
  await signInStaff(app, client, user.id);
  const book = async (start: number, status = "submitted") =>
    seedVisit(app, {
      order_id: (await seedOrder(app)).id,
      therapist_id: therapist.id,
      start_at: start,
      status,
    });
  return { user, therapist, client, book };
}

const dayOf = (page: string) => /data-date="([\d-]+)"/.exec(page)?.[1];

test("the calendar opens to the week of the next visit, or else the most recent visit, or else today", async () => {
  const { client, book } = await therapistIn();
  expect(dayOf((await client.get("/therapist")).text)).toBe("2026-03-02");
  await book(monday - 20 * day, "completed");
  expect(dayOf((await client.get("/therapist")).text)).toBe("2026-02-08");
  await book(monday + 16 * day);
  expect(dayOf((await client.get("/therapist")).text)).toBe("2026-03-15");
  await book(monday + 2 * day, "cancelled");
  expect(dayOf((await client.get("/therapist")).text)).toBe("2026-03-15");
  expect(dayOf((await client.get("/therapist?week=2026-04-08")).text)).toBe("2026-04-05");
});

test("a user without a therapist profile sees an explanation", async () => {
  const user = await seedUser(app, ["therapist"]);
  const client = new Client(url);
  await signInStaff(app, client, user.id);
  const { status, text } = await client.get("/therapist");
  expect(status).toBe(200);
  expect(text).toContain("No therapist record for your email. Contact an administrator.");
});

test("supervisors can open every calendar, but therapists can open only their own", async () => {
  const { therapist, client } = await therapistIn();
  const other = await therapistIn();
  const supervisor = new Client(url);
  const { id, email } = await seedUser(app, ["supervisor"]);
  await signInStaff(app, supervisor, id);
  const opened = await PlainPage.open(supervisor, `/therapist?therapist=${therapist.id}`);
  expect(opened.heading).toBe(therapist.name);
  expect(opened.text).toContain("Weekly Calendar");
  expect(opened.buttons(/^Log ?out$/)).toEqual(["Logout", "Log out"]);
  expect(opened.html).toContain(email.replace(/[@.]/g, "$&<wbr/>"));
  expect((await client.get(`/therapist?therapist=${other.therapist.id}`)).status).toBe(404);
  const visit = await other.book(monday + day);
  expect((await client.get(`/therapist?visit=${visit.id}`)).status).toBe(404);
  expect((await client.get(`/visits/${visit.id}/move`)).status).toBe(404);
  const nonsense = await client.get("/therapist?visit=nonsense");
  expect(nonsense.status).toBe(422);
  expect(nonsense.text).toContain("This ID is not valid.");
});

test("the visit dialog works without JavaScript and loads its order on request", async () => {
  const { client, book } = await therapistIn();
  const visit = await book(monday + day);
  const plain = await client.get(`/therapist?visit=${visit.id}`);
  expect(plain.text).toMatch(/<dialog[^>]* open=""/);
  expect(plain.text).toContain("Show order, insurance, and items");
  const full = await client.get(`/therapist?visit=${visit.id}&details=1`);
  expect(full.text).toContain("Insurance");
  expect(full.text).toContain("Not Provided");
});

test("completing an upcoming visit asks for confirmation; completing a started visit doesn't", async () => {
  const { client, book, therapist } = await therapistIn();
  const supervisor = new Client(url);
  await signInStaff(app, supervisor, (await seedUser(app, ["supervisor"])).id);
  const visit = await book(monday + 10 * minute, "confirmed");
  const asks = "This visit hasn&#x27;t started yet.";
  expect((await client.get(`/visits/${visit.id}/complete`)).text).toContain(asks);
  const record = (await supervisor.get(`/therapists/${therapist.id}`)).text;
  expect(record).toContain(asks);
  clock.set(monday + 15 * minute);
  const started = await PlainPage.open(supervisor, `/therapists/${therapist.id}`);
  expect(started.html).not.toContain(asks);
  expect(started.buttons(/^Mark as Completed/)).toHaveLength(1);
  expect((await client.get(`/visits/${visit.id}/complete`)).text).not.toContain(asks);
});

test("the URL contains the view and day, and every return link leads back to them", async () => {
  const { client, book } = await therapistIn();
  const visit = await book(monday + day);
  const month = (await client.get(`/therapist?week=2026-03-17&view=month&visit=${visit.id}`)).text;
  expect(dayOf(month)).toBe("2026-03-17");
  expect(month).toContain('data-view="month"');
  expect(month).toContain('href="/therapist?week=2026-03-17&amp;view=month" data-close=""');
  expect(month).toContain('href="/therapist?week=2026-03-22&amp;view=month"');
  const week = (await client.get("/therapist?week=2026-03-17&view=nonsense")).text;
  expect(dayOf(week)).toBe("2026-03-15");
  expect(week).not.toContain("data-view");
});

test("the time zone label shows both abbreviations for a period with a DST change", () => {
  const zone = "America/New_York";
  const span = (from: string, to: string) => ({ from: startOfDay(from, zone), to: startOfDay(to, zone) });
  expect(zoneLabels(span("2026-03-01", "2026-03-08"), zone)).toBe("EST");
  expect(zoneLabels(span("2026-03-08", "2026-03-15"), zone)).toBe("EDT");
  expect(zoneLabels(span("2026-03-01", "2026-04-05"), zone)).toBe("EST / EDT");
  expect(zoneLabels(span("2026-11-01", "2026-11-08"), zone)).toBe("EST");
});

test("a visit's note is shown in its dialog", async () => {
  const { client, book } = await therapistIn();
  const visit = await book(monday + day);
  const dialog = () => PlainPage.open(client, `/therapist?visit=${visit.id}`);
  expect((await dialog()).facts.Note).toBeUndefined();
  await app.db.updateTable("visits").set({ note: "Ring twice" }).where("id", "=", visit.id).execute();
  expect((await dialog()).facts.Note).toBe("Ring twice");
});

test("a long meeting link can wrap between its parts", async () => {
  const { client, book } = await therapistIn();
  const visit = await book(monday + day, "confirmed");
  const meeting_link = "https://us02.meet.example/j/85012345678?pwd=Q2xpbmlj";
  await app.db.updateTable("visits").set({ meeting_link }).where("id", "=", visit.id).execute();
  const broken =
    "https://<wbr/>us02.<wbr/>meet.<wbr/>example/<wbr/>j/<wbr/>85012345678?<wbr/>pwd=<wbr/>Q2xpbmlj";
  expect((await client.get(`/therapist?visit=${visit.id}`)).text).toContain(`>${broken}</a>`);
  expect((await client.get("/therapist/day?date=2026-03-03")).text).toContain(`>${broken}</a>`);
});

test("a visit outside availability links to its dialog", async () => {
  const { client, therapist, book } = await therapistIn();
  const visit = await book(monday + 9 * day);
  await client.post("/api/availability/bulk/delete", {
    therapist: therapist.name,
    fromDate: "2026-03-01",
    toDate: "2026-03-31",
  });
  const page = (await client.get("/therapist")).text;
  const [, href = ""] = /href="([^"]+)">Wed, Mar 11, 11:00 AM EDT, /.exec(page) ?? [];
  const opened = (await client.get(href.replaceAll("&amp;", "&"))).text;
  expect(dayOf(opened)).toBe("2026-03-08");
  expect(opened).toContain(`/visits/${visit.id}/cancel`);
});

test("confirming a confirmed visit again with a different link shows one notice that the first link was kept", async () => {
  const { therapist, book } = await therapistIn();
  const supervisor = new Client(url);
  await signInStaff(app, supervisor, (await seedUser(app, ["supervisor"])).id);
  const { id } = await book(monday + day);
  const confirm = (meeting_link: string) => supervisor.submit(`/visits/${id}/confirm`, { meeting_link });
  const flash = async () =>
    /id="toasts"[^>]*>(?:<p[^>]*>([^<]*))?/.exec((await supervisor.get("/supervisordashboard")).text)?.[1];
  expect((await confirm("https://meet.example/first")).location).toBe("/supervisordashboard");
  expect([await flash(), await flash()]).toEqual(["Visit confirmed", undefined]);
  await confirm("https://meet.example/first");
  expect(await flash()).toBe("Visit confirmed");
  await confirm("https://meet.example/second");
  const keptLink = "This visit is already confirmed with another meeting link. That link was kept.";
  expect(await flash()).toBe(keptLink);
  const form = { act: "confirm", visit: String(id), meeting_link: "https://meet.example/second" };
  const { location } = await supervisor.submit(`/therapists/${therapist.id}`, form);
  expect((await supervisor.get(location ?? "")).text).toContain(keptLink);
  expect((await supervisor.get(`/therapist?therapist=${therapist.id}&visit=${id}`)).text).toContain(
    "first</a>",
  );
});

test("a move without JavaScript is held and can be undone", async () => {
  const { client, book } = await therapistIn();
  const visit = await book(monday + day);
  const back = "/therapist?week=2026-03-01";
  const moved = await client.submit(`/visits/${visit.id}/move`, {
    back,
    version: "1",
    date: "2026-03-04",
    time: "13:30",
    accept: "on",
  });
  expect([moved.status, moved.location]).toEqual([303, back]);
  const row = () =>
    app.db.selectFrom("visits").selectAll().where("id", "=", visit.id).executeTakeFirstOrThrow();
  expect(iso((await row()).start_at)).toBe("2026-03-04T18:30:00.000Z");
  const page = (await client.get(back)).text;
  expect(page).toContain(`action="/visits/${visit.id}/undo-move"`);
  expect((await client.submit(`/visits/${visit.id}/undo-move`, { back })).location).toBe(back);
  expect((await row()).start_at).toBe(visit.start_at);
  const afterUndo = (await client.get(back)).text;
  expect(afterUndo).toContain("Move undone. No notice was sent.");
  expect(afterUndo).not.toContain("undo-move");
});

test("forms ignore return URLs on other sites", async () => {
  const { client, book } = await therapistIn();
  const visit = await book(monday + day);
  const sent = await client.submit(`/visits/${visit.id}/cancel`, { back: "https://evil.example/" });
  expect(sent.location).toBe("/therapist");
});

test.each([
  ["a time that has passed", { date: "2026-02-27", time: "09:00" }, "That time has passed."],
  [
    "a time that is skipped by DST",
    { date: "2026-03-08", time: "02:30" },
    "The clocks skip 02:30 on that day.",
  ],
  ["no time at all", { date: "2026-03-09" }, "Choose a time."],
  ["a day that isn't a date", { date: "tomorrow", time: "09:00" }, "Choose a day."],
])("a move to %s shows an error in the form", async (_, fields, sentence) => {
  const { client, book } = await therapistIn();
  const visit = await book(monday + day);
  const sent = await client.submit(`/visits/${visit.id}/move`, fields as Record<string, string>);
  expect(sent.status).toBe(422);
  expect(sent.text).toContain(sentence);
});

test("an overlapping move and an invalid meeting link are refused", async () => {
  const { client, book } = await therapistIn();
  const taken = await book(monday + day);
  const visit = await book(monday + day + 3 * hour);
  const overlapping = await client.patch(`/api/appointments/${visit.id}`, {
    datetime: iso(taken.start_at + 15 * minute),
    hold: true,
  });
  expect(overlapping.status).toBe(409);
  expect(overlapping.json.conflicts).toMatchObject([{ id: taken.id }]);
  const refused = await client.post("/api/appointments/confirm", {
    appointment_id: visit.id,
    meeting_link: "javascript:alert(document.cookie)",
  });
  expect([refused.status, refused.json.success]).toEqual([422, false]);
});

// Both DST changes in 2026, in the time zones listed in part 2 and in one without DST.
const sundays = ["2026-03-08", "2026-11-01"];
const zones = ["EST", "CST", "MST", "PST", "AKST", "HST", "America/Phoenix"];

test.each(zones.flatMap((zone) => sundays.map((sunday) => [zone, sunday] as const)))(
  "in %s, the week of %s shows exactly the visits on its local days",
  async (zone, sunday) => {
    const { client, therapist } = await therapistIn(zone);
    const page = (await client.get(`/therapist?week=${sunday}`)).text;
    const from = Date.parse(/data-from="([^"]+)"/.exec(page)?.[1] ?? "");
    const to = Date.parse(/data-to="([^"]+)"/.exec(page)?.[1] ?? "");
    const shift = ["HST", "America/Phoenix"].includes(zone) ? 0 : sunday === "2026-03-08" ? -hour : hour;
    expect(to - from).toBe(7 * day + shift);
    const book = async (start: number) =>
      seedVisit(app, { order_id: (await seedOrder(app)).id, therapist_id: therapist.id, start_at: start });
    const inside = [await book(from), await book(to - 45 * minute)];
    const outside = [await book(from - 45 * minute), await book(to)];
    const shown = (await client.get(`/therapist?week=${sunday}`)).text;
    for (const { id } of inside) expect(shown).toContain(`data-id="${id}"`);
    for (const { id } of outside) expect(shown).not.toContain(`data-id="${id}"`);
    expect(/<time[^>]*>12:00 AM<\/time>/.test(shown)).toBe(true);
  },
);
