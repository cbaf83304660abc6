import { beforeAll, expect, test } from "vitest";
import { iso } from "~/core/time";
import { replaceLinkCode } from "~/orders/access/link-code.server";
import { Client } from "../support/client";
import { seedClinic, seedOrder, seedVisit, signInPatient } from "../support/seed";
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
  server.app.db.transaction().execute((trx) => replaceLinkCode(trx, server.app, orderId));

const pick = (start: number) => `/schedule?at=${encodeURIComponent(iso(start))}&with=${clinic.therapist.id}`;

const formFor = (start: number, more: Record<string, string> = {}) => ({
  datetime: iso(start),
  therapist: clinic.therapist.name,
  idempotency_key: `key-of-${start}-${Math.random().toString(36).slice(2)}`,
  ...more,
});

test("a link signs the patient in and is removed from the address; an unknown link shows why on the start page", async () => {
  const order = await seedOrder(server.app);
  const client = new Client(server.url);
  const opened = await client.get(`/schedule/${await linkOf(order.id)}`);
  expect([opened.status, opened.location]).toEqual([303, "/schedule"]);
  expect((await client.get("/schedule")).text).toContain("Schedule Appointment");

  const stranger = new Client(server.url);
  const refused = await stranger.get("/schedule?code=%20nothing%20");
  expect([refused.status, refused.location]).toEqual([303, "/"]);
  expect((await stranger.get("/")).text).toContain("This link is no longer valid.");
  expect((await stranger.get("/")).text).not.toContain("This link is no longer valid.");
});

test("a query session shows no patient data and not whether the order exists", async () => {
  const order = await seedOrder(server.app);
  await seedVisit(server.app, {
    order_id: order.id,
    therapist_id: clinic.therapist.id,
    start_at: clinic.starts[28] ?? 0,
  });
  const pages = [];
  for (const pid of [String(order.patient_id), "999999"]) {
    const client = new Client(server.url);
    const opened = await client.get(`/schedule?pid=%20${pid}%20&db=${order.brightree_db}&so=`);
    expect([opened.status, opened.location]).toEqual([303, "/schedule"]);
    const { text } = await client.get("/schedule");
    pages.push(
      text.replace(/nonce="[^"]*"/g, "").replace(/name="(idempotency_key|page_token)" value="[^"]*"/g, ""),
    );
    expect((await client.get("/my-visit")).location).toBe("/login");
  }
  expect(pages[0]).toBe(pages[1]);
  expect(pages[0]).not.toContain(String(order.patient_id));
});

test("a link code takes precedence over pid and db, and these over the session", async () => {
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
  const asked = await client.get(pick(start));
  expect(asked.text).toMatch(/Confirm appointment with .*Tuesday, March 3, 2026 at 9:00 AM EST/s);
  expect(asked.text).toContain('inert=""');
  const form = formFor(start, { sms_consent: "on" });
  const booked = await client.submit(pick(start), form);
  expect([booked.status, booked.location]).toEqual([303, "/my-visit"]);
  const shown = await client.get("/my-visit");
  expect(shown.text).toContain("Appointment submitted successfully!");
  expect(shown.text).toContain("Your visit is waiting for confirmation");
  expect((await client.get("/my-visit")).text).not.toContain("Appointment submitted successfully!");
  expect((await client.submit(pick(start), form)).location).toBe("/my-visit");
  const second = await client.submit(
    pick(clinic.starts[1] ?? 0),
    formFor(clinic.starts[1] ?? 0, { sms_consent: "on" }),
  );
  expect(second.status).toBe(409);
  expect(second.text).toContain("You already have a visit on");
});

test("a booking without consent shows the form again with its time", async () => {
  const { client } = await patient();
  const start = clinic.starts[2] ?? 0;
  const refused = await client.submit(pick(start), formFor(start));
  expect(refused.status).toBe(422);
  expect(refused.text).toContain("Check the box to agree to text updates about your visit.");
  expect(refused.text).toContain(`name="datetime" value="${iso(start)}"`);
});

test("a taken time shows three alternatives, each with its own button", async () => {
  const { client } = await patient();
  const start = clinic.starts[3] ?? 0;
  const rival = await seedOrder(server.app);
  await seedVisit(server.app, { order_id: rival.id, therapist_id: clinic.therapist.id, start_at: start });
  const refused = await client.submit(pick(start), formFor(start, { sms_consent: "on" }));
  expect(refused.status).toBe(409);
  expect(refused.text).toContain("That time was just taken. Please choose another.");
  expect(refused.text).toMatch(/name="sms_consent"[^>]*checked/);
  const choices = [...refused.text.matchAll(/name="choice" value="([^"]+)"/g)].map(
    ([, value]) => value ?? "",
  );
  expect(choices).toHaveLength(3);
  const key = /name="idempotency_key" value="([^"]+)"/.exec(refused.text)?.[1] ?? "";
  const booked = await client.submit(pick(start), {
    ...formFor(start, { sms_consent: "on", choice: choices[0] ?? "" }),
    idempotency_key: key,
  });
  expect(booked.location).toBe("/my-visit");
  expect((await client.get("/api/my-appointment")).json.appointment.datetime).toBe(choices[0]?.split("|")[0]);
});

test("opening a page changes nothing; moving and canceling need a button", async () => {
  const { client, order } = await patient();
  await seedVisit(server.app, {
    order_id: order.id,
    therapist_id: clinic.therapist.id,
    start_at: clinic.starts[20] ?? 0,
  });
  const before = (await client.get("/api/my-appointment")).json;
  const target = clinic.starts[26] ?? 0;
  for (const path of ["/my-visit", "/my-visit/move", "/my-visit/cancel", pick(target)]) {
    expect((await client.get(path)).status).toBe(200);
  }
  expect((await client.get("/api/my-appointment")).json).toEqual(before);
  const moved = await client.submit("/my-visit/move", formFor(target));
  expect(moved.location).toBe("/my-visit");
  expect((await client.get("/my-visit")).text).toContain("Your visit was moved.");
  expect((await client.get("/api/my-appointment")).json.appointment.datetime).toBe(iso(target));
  expect((await client.submit("/my-visit/cancel", {})).location).toBe("/my-visit");
  const after = await client.get("/my-visit");
  expect(after.text).toContain("Your visit was canceled.");
  expect(after.text).toContain("You have no visit booked yet.");
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
    expect(text, path).toContain("You can change a visit online until 24 hours before it starts.");
  }
  expect((await client.submit("/my-visit/cancel", {})).status).toBe(409);
});

test.each(["submitted", "confirmed"])(
  "a past visit that is %s offers nothing to join or change",
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
      expect(text, path).toContain("The time of your visit has passed");
      expect(text, path).toContain("please call us to find another time");
      expect(text, path).not.toMatch(/meet\.example|will confirm this time|Add to my calendar|Visits can be/);
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

test("a patient whose visit took place is not asked to choose a time", async () => {
  const { client, order } = await patient();
  const visit = {
    order_id: order.id,
    therapist_id: clinic.therapist.id,
    start_at: server.app.clock.now() - 86_400_000,
  };
  await seedVisit(server.app, { ...visit, status: "cancelled" });
  expect((await client.get("/my-visit")).text).toContain("You have no visit booked yet.");
  await seedVisit(server.app, { ...visit, status: "completed" });
  for (const path of ["/my-visit", "/"]) {
    const { text } = await client.get(path);
    expect(text, path).toContain("Your visit took place.");
    expect(text, path).not.toMatch(/no visit booked yet|Choose a time/);
  }
});

test("invalid and hostile addresses and forms never cause an error 500", async () => {
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

test("every region has a chip that toggles", async () => {
  const { client } = await patient();
  const chips = async (path: string) =>
    [...(await client.get(path)).text.matchAll(/<a[^>]*data-chip="region"[^>]*>/g)].map(([link]) => link);
  const { region } = clinic.therapist;
  const [off] = await chips("/schedule");
  expect(off).toContain(`href="/schedule?region=${region}"`);
  expect(await chips(`/schedule?region=${region}`)).toEqual([expect.stringContaining('href="/schedule"')]);
});

test("the list has pages of sixty times without repeats", async () => {
  const { client } = await patient();
  const seen: string[] = [];
  let path: string | undefined = "/schedule";
  while (path) {
    const { text }: { text: string } = await client.get(path);
    const page = [...text.matchAll(/data-at="([^"]+)"/g)].map(([, at]) => at ?? "");
    expect(page.length).toBeLessThanOrEqual(60);
    seen.push(...page);
    path = /href="([^"]+)" data-nav="more"/.exec(text)?.[1]?.replaceAll("&amp;", "&");
  }
  const open = (await client.get("/api/availability")).json.map((slot: { start: string }) => slot.start);
  expect(seen).toEqual(open);
});
