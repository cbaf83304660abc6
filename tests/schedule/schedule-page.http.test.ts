import { beforeAll, expect, test } from "vitest";
import { day, hour, iso, minute } from "~/core/time";
import { replaceLinkCode } from "~/orders/access/link-code.server";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { seedClinic, seedOrder, seedSlots, seedTherapist, seedVisit, signInPatient } from "../support/seed";
import { startServer } from "../support/server";

let server: Awaited<ReturnType<typeof startServer>>;
let clinic: Awaited<ReturnType<typeof seedClinic>>;

beforeAll(async () => {
  server = await startServer();
  clinic = await seedClinic(server.app);
});

async function patient() {
  const order = await seedOrder(server.app);
  const client = new Client(server.url);
  await signInPatient(server.app, client, order.id);
  return { client, order };
}

const linkOf = (orderId: number) =>
  server.app.db.transaction().execute((trx) => replaceLinkCode({ trx, app: server.app }, orderId));

const timePath = (start: number) =>
  `/schedule?at=${encodeURIComponent(iso(start))}&with=${clinic.therapist.id}`;

const formFor = (start: number, more: Record<string, string> = {}) => ({
  datetime: iso(start),
  therapist: clinic.therapist.name,
  idempotency_key: `key-of-${start}-${Math.random().toString(36).slice(2)}`,
  ...more,
});

test("a link opens the schedule page without its code; an unknown link shows an error on the start page", async () => {
  const order = await seedOrder(server.app);
  const link = await linkOf(order.id);
  for (const path of [`/schedule/${link}`, `/schedule?code=${link}`]) {
    const client = new Client(server.url);
    const opened = await client.get(path);
    expect(opened.status).toBe(200);
    expect(opened.headers.get("referrer-policy")).toBe("strict-origin");
    expect(opened.text).toContain("Schedule Appointment");
    expect(opened.text).toContain("data-at=");
    expect(opened.text).not.toContain(link);
    expect((await client.get("/schedule")).text).toContain("Schedule Appointment");
  }

  const stranger = new Client(server.url);
  const refused = await stranger.get("/schedule?code=%20nothing%20");
  expect([refused.status, refused.location]).toEqual([303, "/"]);
  expect((await stranger.get("/")).text).toContain("This link no longer works.");
  expect((await stranger.get("/")).text).not.toContain("This link no longer works.");
});

test("a query session doesn't show patient data or whether the order exists", async () => {
  const order = await seedOrder(server.app);
  await seedVisit(server.app, {
    order_id: order.id,
    therapist_id: clinic.therapist.id,
    start_at: clinic.starts[28] ?? 0,
  });
  const pages = [];
  for (const pid of [String(order.patient_id), "999999"]) {
    const client = new Client(server.url);
    const { status, text } = await client.get(`/schedule?pid=%20${pid}%20&db=${order.brightree_db}&so=`);
    expect(status).toBe(200);
    pages.push(
      text.replace(/nonce="[^"]*"/g, "").replace(/name="(idempotency_key|page_token)" value="[^"]*"/g, ""),
    );
    expect((await client.get("/my-visit")).location).toBe("/login");
  }
  expect(pages[0]).toBe(pages[1]);
  expect(pages[0]).not.toContain(String(order.patient_id));
});

test("a link code takes precedence over pid and db, which take precedence over the session", async () => {
  const mine = await patient();
  const other = await seedOrder(server.app);
  const query = `pid=${other.patient_id}&db=${other.brightree_db}`;
  await mine.client.get(`/schedule?code=${await linkOf(mine.order.id)}&${query}`);
  expect((await mine.client.get("/api/my-appointment")).status).toBe(404);
  await mine.client.get(`/schedule?code=wrong&${query}`);
  expect((await mine.client.get("/api/my-appointment")).status).toBe(403);
});

test("unauthenticated visitors are redirected to the start page", async () => {
  expect((await new Client(server.url).get("/schedule")).location).toBe("/");
});

test("a patient can book a visit without JavaScript", async () => {
  const { client } = await patient();
  const start = clinic.starts[0] ?? 0;
  const asked = await client.get(timePath(start));
  expect(asked.text).toMatch(/Confirm appointment with .*9:00 AM EST on Tuesday, March 3, 2026/s);
  expect(asked.text).toContain('inert=""');
  const form = formFor(start, { sms_consent: "on" });
  const booked = await client.submit(timePath(start), form);
  expect([booked.status, booked.location]).toEqual([303, "/"]);
  const shown = await client.get("/my-visit");
  expect(shown.text).toContain("Appointment submitted successfully!");
  expect(shown.text).toContain("Request sent");
  expect((await client.get("/my-visit")).text).not.toContain("Appointment submitted successfully!");
  expect((await client.submit(timePath(start), form)).location).toBe("/");
  const second = await client.submit(
    timePath(clinic.starts[1] ?? 0),
    formFor(clinic.starts[1] ?? 0, { sms_consent: "on" }),
  );
  expect(second.status).toBe(409);
  expect(second.text).toContain("You already have a visit on");
});

test("a booking without consent shows the form again with the chosen time", async () => {
  const { client } = await patient();
  const start = clinic.starts[2] ?? 0;
  const refused = await client.submit(timePath(start), formFor(start));
  expect(refused.status).toBe(422);
  expect(refused.text).toContain("Check the box to agree to text updates.");
  expect(refused.text).toContain(`name="datetime" value="${iso(start)}"`);
});

test("a taken time shows three alternatives, each with a booking button", async () => {
  const { client } = await patient();
  const start = clinic.starts[3] ?? 0;
  const rival = await seedOrder(server.app);
  await seedVisit(server.app, { order_id: rival.id, therapist_id: clinic.therapist.id, start_at: start });
  const refused = await client.submit(timePath(start), formFor(start, { sms_consent: "on" }));
  expect(refused.status).toBe(409);
  expect(refused.text).toContain("That time was just taken. Please choose another.");
  expect(refused.text).toMatch(/name="sms_consent"[^>]*checked/);
  const choices = [...refused.text.matchAll(/name="choice" value="([^"]+)"/g)].map(
    ([, value]) => value ?? "",
  );
  expect(choices).toHaveLength(3);
  const key = /name="idempotency_key" value="([^"]+)"/.exec(refused.text)?.[1] ?? "";
  const booked = await client.submit(timePath(start), {
    ...formFor(start, { sms_consent: "on", choice: choices[0] ?? "" }),
    idempotency_key: key,
  });
  expect(booked.location).toBe("/");
  expect((await client.get("/api/my-appointment")).json.appointment.datetime).toBe(choices[0]?.split("|")[0]);
});

test("opening a page changes nothing; moving or canceling requires a button press", async () => {
  const { client, order } = await patient();
  await seedVisit(server.app, {
    order_id: order.id,
    therapist_id: clinic.therapist.id,
    start_at: clinic.starts[20] ?? 0,
  });
  const before = (await client.get("/api/my-appointment")).json;
  const target = clinic.starts[26] ?? 0;
  for (const path of ["/my-visit", "/my-visit/move", "/my-visit/cancel", timePath(target)]) {
    expect((await client.get(path)).status).toBe(200);
  }
  expect((await client.get("/api/my-appointment")).json).toEqual(before);
  const moved = await client.submit("/my-visit/move", formFor(target));
  expect(moved.location).toBe("/my-visit");
  expect((await client.get("/my-visit")).text).toContain("Your visit time was changed.");
  expect((await client.get("/api/my-appointment")).json.appointment.datetime).toBe(iso(target));
  expect((await client.submit("/my-visit/cancel", {})).location).toBe("/my-visit");
  const after = await client.get("/my-visit");
  expect(after.text).toMatch(/Your visit on [^<]+ was canceled\./);
  expect(after.text).toContain("You can choose another time now.");
});

test("a time less than 24 hours away shows a warning that changing it later requires a call", async () => {
  const { client } = await patient();
  const warns = async (start: number) =>
    !/data-fill="soon" hidden/.test((await client.get(timePath(start))).text);
  expect(await warns(clinic.starts[0] ?? 0)).toBe(true);
  expect(await warns(clinic.starts[30] ?? 0)).toBe(false);
});

test("a patient with a visit sees the visit on the schedule page, and times on the page to change it", async () => {
  const { client, order } = await patient();
  const start = clinic.starts[26] ?? 0;
  await seedVisit(server.app, { order_id: order.id, therapist_id: clinic.therapist.id, start_at: start });
  const schedule = await client.get("/schedule");
  expect(schedule.text).toContain("Request sent");
  expect(schedule.text).not.toContain("data-therapist=");
  expect((await client.get("/my-visit/move")).text).toContain("data-therapist=");
});

test("a visit that starts within a day shows why it can't be changed online", async () => {
  const { client, order } = await patient();
  await seedVisit(server.app, {
    order_id: order.id,
    therapist_id: clinic.therapist.id,
    start_at: server.app.clock.now() + 5 * 3_600_000,
  });
  for (const path of ["/my-visit", "/my-visit/move", "/my-visit/cancel", "/schedule"]) {
    const { text } = await client.get(path);
    expect(text, path).toContain("less than 24 hours away. To change or cancel it, call ");
  }
  expect((await client.submit("/my-visit/cancel", {})).status).toBe(409);
});

test.each(["submitted", "confirmed"])(
  "a past visit that is %s can't be joined or changed",
  async (status) => {
    const { client, order } = await patient();
    const ends = server.app.clock.now() - 3_600_000;
    const { id } = await seedVisit(server.app, {
      order_id: order.id,
      therapist_id: clinic.therapist.id,
      start_at: ends - 2_700_000,
      end_at: ends,
      status,
      meeting_link: "https://meet.example/abc",
    });
    for (const path of ["/my-visit", "/schedule", "/"]) {
      const { text } = await client.get(path);
      expect(text, path).toContain("Your visit time has passed");
      expect(text, path).toContain("t, call ");
      expect(text, path).not.toMatch(/meet\.example|confirms by|Add to calendar|Change time/);
    }
    await server.app.db
      .updateTable("visits")
      .set({ end_at: ends + 1 })
      .where("id", "=", id)
      .execute();
    expect((await client.get("/my-visit")).text).not.toContain("has passed");
    await server.app.db.deleteFrom("visits").where("id", "=", id).execute();
  },
);

test("a patient who missed a visit sees its time and can choose a new one", async () => {
  const { client, order } = await patient();
  await seedVisit(server.app, {
    order_id: order.id,
    therapist_id: clinic.therapist.id,
    status: "no show",
    start_at: server.app.clock.now() - 86_400_000,
  });
  for (const path of ["/", "/my-visit", "/schedule", "/track"])
    expect((await client.get(path)).text, path).toMatch(
      /We missed you on Sun, Mar 1, \d+:00 AM EST\. Choose a new time\./,
    );
});

test("a patient whose visit took place is not asked to choose a time", async () => {
  const { client, order } = await patient();
  const visit = {
    order_id: order.id,
    therapist_id: clinic.therapist.id,
    start_at: server.app.clock.now() - 86_400_000,
  };
  expect((await client.get("/my-visit")).text).toContain("You don&#x27;t have a visit booked yet.");
  await seedVisit(server.app, { ...visit, status: "cancelled" });
  expect((await client.get("/my-visit")).text).toContain("Your visit was canceled");
  await seedVisit(server.app, { ...visit, status: "completed" });
  for (const path of ["/my-visit", "/"]) {
    const { text } = await client.get(path);
    expect(text, path).toContain("Your visit is done");
    expect(text, path).not.toMatch(/a visit booked yet|Choose a time/);
  }
});

test("invalid and hostile URLs and forms never cause a 500 error", async () => {
  const { client } = await patient();
  for (const query of [
    "date=2026-02-31",
    "date=x&region=%00&part=noon&month=2026-13&from=0000-01-01&skip=-1",
    "at=never&with=1",
    `at=2026-03-03T14:00:00Z&with=999999999999999999999`,
    `region=${"x".repeat(5000)}`,
    "skip=99999&date=2026-03-03",
    "date=2026-03-03&date=2026-03-04",
  ]) {
    expect((await client.get(`/schedule?${query}`)).status, query).toBe(200);
  }
  const forms: Record<string, string>[] = [
    {},
    { choice: "|" },
    { choice: "x|y" },
    { datetime: "now", therapist: "x".repeat(9000) },
  ];
  for (const form of forms) {
    expect((await client.submit("/schedule", form)).status).toBe(422);
  }
  const past = await client.submit(
    "/schedule",
    formFor(server.app.clock.now() - 3_600_000, { sms_consent: "on" }),
  );
  expect(past.status).toBe(422);
  expect(past.text).toContain("That time has passed. Please choose another.");
  const stranger = await new Client(server.url).submit("/schedule", formFor(clinic.starts[4] ?? 0));
  expect([stranger.status, stranger.location]).toEqual([303, "/"]);
});

test("where the company shows states, each region has a filter chip that toggles", async () => {
  const { client } = await patient();
  await server.app.db.updateTable("companies").set({ shows_regions: 0 }).execute();
  expect((await PlainPage.open(client, "/schedule")).links("North Carolina")).toEqual([]);
  await server.app.db.updateTable("companies").set({ shows_regions: 1 }).execute();
  const off = await PlainPage.open(client, "/schedule");
  expect(off.links("North Carolina")).toEqual(["/schedule?region=NC"]);
  const on = await off.follow("North Carolina");
  expect(on.links(/^North Carolina \(selected/)).toEqual(["/schedule"]);
  expect(on.links("North Carolina")).toEqual([]);
});

const startsOn = (text: string) => [...text.matchAll(/data-at="([^"]+)"/g)].map(([, at]) => at ?? "");

test("the list continues from day to day without repeats", async () => {
  const { client } = await patient();
  const seen: string[] = [];
  let path: string | undefined = "/schedule";
  while (path) {
    const { text }: { text: string } = await client.get(path);
    expect(text.match(/<h2 class="day"/g)).toHaveLength(1);
    seen.push(...startsOn(text));
    path = /href="([^"]+)" data-nav="more"/.exec(text)?.[1]?.replaceAll("&amp;", "&");
  }
  const open = (await client.get("/api/availability")).json.map((slot: { start: string }) => slot.start);
  expect(seen).toEqual(open);
});

test("a day with many times continues on a second page", async () => {
  const { client } = await patient();
  const state = await seedTherapist(server.app, { region: "ID" });
  const first = (clinic.starts[0] ?? 0) + 30 * day;
  const starts = Array.from({ length: 30 }, (_, index) => first + index * 15 * minute);
  await seedSlots(server.app, state, starts);
  const one = await PlainPage.open(client, `/schedule?region=ID&date=${iso(first).slice(0, 10)}`);
  expect(startsOn(one.html)).toEqual(starts.slice(0, 24).map(iso));
  const two = await one.follow("Show more times");
  expect(startsOn(two.html)).toEqual(starts.slice(24).map(iso));
  expect((await two.follow("Back to the earliest times")).html).toContain(iso(first));
});

test("a time with several therapists is one row, and its dialog leads to the others", async () => {
  const { client } = await patient();
  const first = (clinic.starts[0] ?? 0) + 40 * day;
  for (const [name, region] of [
    ["Zoe Near", "NC"],
    ["Ann Far", "Idaho"],
    ["Bea Far", "Oz"],
    ["Cy Far", "ID"],
  ]) {
    await seedSlots(server.app, await seedTherapist(server.app, { name, region }), [first]);
  }
  await server.app.db.updateTable("companies").set({ shows_regions: 0 }).execute();
  const page = await PlainPage.open(client, `/schedule?date=${iso(first).slice(0, 10)}`);
  await server.app.db.updateTable("companies").set({ shows_regions: 1 }).execute();
  expect(page.text).toContain("10:00 AM Zoe Near and others Select");
  expect(page.text).toContain("1 time on Sunday.");
  const question = await page.follow(/^Select .* with Zoe Near$/);
  const others = await question.follow("Other therapists at this time");
  const names = [...others.html.matchAll(/data-therapist="([^"]+)"/g)].map(([, name]) => name);
  expect(names).toEqual(["Zoe Near", "Ann Far", "Bea Far", "Cy Far"]);
  expect(others.text).not.toContain("and others");
  const alone = await others.follow(/^Select .* with Cy Far$/);
  expect(alone.text).toContain("Confirm appointment with Cy Far at");
});

test("the therapist that a time names first differs between times", async () => {
  const { client } = await patient();
  const first = (clinic.starts[0] ?? 0) + 41 * day;
  const starts = [first, first + hour, first + 2 * hour].map((at, index) => at + index * 15 * minute);
  for (const name of ["Ada One", "Bo Two"]) {
    await seedSlots(server.app, await seedTherapist(server.app, { name, region: "NC" }), starts);
  }
  const { html } = await PlainPage.open(client, `/schedule?date=${iso(first).slice(0, 10)}`);
  const names = [...html.matchAll(/data-therapist="([^"]+)"/g)].map(([, name]) => name);
  expect(names).toHaveLength(3);
  expect(new Set(names)).toEqual(new Set(["Ada One", "Bo Two"]));
});

test("a month opens on its first day with openings", async () => {
  const { client } = await patient();
  const first = Date.parse("2026-04-01T15:00:00Z");
  await seedSlots(server.app, clinic.therapist, [first]);
  const page = await PlainPage.open(client, "/schedule");
  const next = await page.follow("→ Next month, April 2026");
  expect(startsOn(next.html)[0]).toBe(iso(first));
});

test("an empty list offers to remove each filter and suggests the nearest times", async () => {
  const { client } = await patient();
  const page = await PlainPage.open(client, "/schedule?region=NC&part=evening&date=2026-03-04");
  expect(page.text).toContain("No open times match your choices.");
  expect(page.links("Remove Wednesday, March 4")).toEqual(["/schedule?region=NC&part=evening"]);
  expect(page.links("Remove Evening")).toEqual(["/schedule?date=2026-03-04&region=NC"]);
  expect(page.links("Remove North Carolina")).toEqual(["/schedule?date=2026-03-04&part=evening"]);
  expect(page.text).toContain("Nearest open times");
  expect(startsOn(page.html)[0]).toMatch(/^2026-03-04/);
});

test("if the viewer's time zone is unknown, times are in the time zone of the patient's state", async () => {
  const order = await seedOrder(server.app, { state: "CA" });
  const client = new Client(server.url);
  await signInPatient(server.app, client, order.id);
  const { text } = await client.get("/schedule");
  expect(text).toContain("Times are in Pacific Time.");
  expect(text).toContain(">6:00 AM<");
});
