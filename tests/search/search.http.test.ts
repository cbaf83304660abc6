import { expect, test } from "vitest";
import { day, localDate } from "~/core/time";
import { resultsPerGroup } from "~/search/result";
import { Client } from "../support/client";
import {
  seedDatabase,
  seedOrder,
  seedTherapist,
  seedUser,
  seedVisit,
  signInStaff,
  staffClient,
} from "../support/seed";
import { startServer } from "../support/server";

const server = await startServer();
const { app, url } = server;
await seedDatabase(app);
const now = app.clock.now();
const zone = "America/New_York";

const hannahUser = await seedUser(app, ["therapist"]);
const hannah = await seedTherapist(app, {
  name: "Hannah Whitfield",
  user_id: hannahUser.id,
  phone: "+19105550164",
});
const otherUser = await seedUser(app, ["therapist"]);
const other = await seedTherapist(app, { name: "Zoë Okafor", user_id: otherUser.id });

const ruth = await seedOrder(app, {
  patient_name: "Ruth Avery",
  patient_id: 61_234,
  sales_order_no: "SO-88123",
  phone: "+19195550123",
  dob: "1956-01-31",
});
const ruthsPast = await seedVisit(app, {
  order_id: ruth.id,
  therapist_id: hannah.id,
  start_at: now - 400 * day,
  status: "completed",
});
const ruthsNext = await seedVisit(app, {
  order_id: ruth.id,
  therapist_id: hannah.id,
  start_at: now + day,
  status: "confirmed",
});
const sam = await seedOrder(app, { patient_name: "Sam Quist", patient_id: 61_998 });
const samsVisit = await seedVisit(app, { order_id: sam.id, therapist_id: other.id, start_at: now + day });
const unbooked = await seedOrder(app, { patient_name: "Nora Unbooked", patient_id: 61_999 });
const conversation = await app.db
  .insertInto("threads")
  .values({
    phone: "+19195550123",
    patient_name: "Ruth Avery",
    patient_id: 61_234,
    last_body: "See you then",
    last_dir: "in",
    last_msg_at: now,
    created_at: now,
  })
  .returning("id")
  .executeTakeFirstOrThrow();

async function signedIn(userId: number): Promise<Client> {
  const client = new Client(url);
  await signInStaff(app, client, userId);
  return client;
}
const clients = {
  supervisor: await staffClient(server, "supervisor"),
  admin: await staffClient(server, "admin"),
  staff: await staffClient(server, "staff"),
  hannah: await signedIn(hannahUser.id),
  other: await signedIn(otherUser.id),
};

/** The result links by group. */
async function found(who: keyof typeof clients, q: string): Promise<Record<string, string[]>> {
  const reply = await clients[who].get(`/search?${new URLSearchParams({ q })}`);
  expect(reply.status).toBe(200);
  const groups = [...reply.text.matchAll(/<section class="found" aria-label="([^"]+)">(.*?)<\/section>/gs)];
  return Object.fromEntries(
    groups.map(([, name = "", html = ""]) => [
      name,
      [...html.matchAll(/<li><a href="([^"]+)"/g)].map(([, href = ""]) => href),
    ]),
  );
}

const ruthsVisits = [`/visits/${ruthsNext.id}`, `/visits/${ruthsPast.id}`];

test.each([
  ["the name", "ruth avery"],
  ["the name, last name first", "Avery, Ruth"],
  ["the patient ID", "61234"],
  ["the patient ID with a prefix", "ID 61234"],
  ["the sales order", "SO-88123"],
  ["part of the sales order", "88123"],
  ["the phone number", "(919) 555-0123"],
  ["the phone number", "919.555.0123"],
  ["the phone number", "+19195550123"],
  ["the last digits of the phone number", "555-0123"],
  ["the last four digits of the phone number", "0123"],
])("a supervisor finds a patient and their visits, upcoming first, by %s: %s", async (_, typed) => {
  const groups = await found("supervisor", typed);
  expect(groups.Visits).toEqual(ruthsVisits);
  expect(groups["Patients and orders"]).toEqual([ruthsVisits[0]]);
});

test.each(["O'Brien", "o’brien"])("a name with an apostrophe is found as %s", async (typed) => {
  const order = await seedOrder(app, { patient_name: "Maeve O'Brien" });
  expect((await found("supervisor", typed))["Patients and orders"]).toContain(`/orders/${order.id}`);
});

test("searching for a date of birth finds the patient", async () => {
  for (const typed of ["1/31/1956", "Jan 31, 1956", "01311956", "1/31/56"]) {
    expect([typed, (await found("supervisor", typed))["Patients and orders"]]).toEqual([
      typed,
      [ruthsVisits[0]],
    ]);
  }
});

test("searching for a date finds that day's visits, and adding a name limits them to that patient or therapist", async () => {
  const [year, month, date] = localDate(now + day, zone)
    .split("-")
    .map(Number);
  const onDay = [ruthsVisits[0], `/visits/${samsVisit.id}`].sort();
  for (const typed of ["tomorrow", `${month}/${date}`, `${month}/${date}/${year}`]) {
    expect([typed, (await found("supervisor", typed)).Visits?.sort()]).toEqual([typed, onDay]);
  }
  expect((await found("supervisor", "Quist tomorrow")).Visits).toEqual([`/visits/${samsVisit.id}`]);
  expect((await found("supervisor", `hannah ${month}/${date}`)).Visits).toEqual([ruthsVisits[0]]);
  expect(await found("supervisor", "Ruth yesterday")).toMatchObject({
    "Patients and orders": [ruthsVisits[0]],
  });
});

test("a result shows the year only if it is not the current one", async () => {
  const { text } = await clients.supervisor.get("/search?q=Ruth");
  const times = [...text.matchAll(/<time[^>]*>([^<]+)<\/time>/g)].map(([, time]) => time);
  expect(times[0]).not.toContain(localDate(now + day, zone).slice(0, 4));
  expect(times[1]).toContain(`, ${localDate(now - 400 * day, zone).slice(0, 4)}, `);
});

test("the result for a patient without a visit links to the order", async () => {
  expect((await found("supervisor", "nora"))["Patients and orders"]).toEqual([`/orders/${unbooked.id}`]);
});

test("supervisors and admins can find conversations and therapists", async () => {
  for (const who of ["supervisor", "admin"] as const) {
    expect((await found(who, "Ruth")).Conversations).toEqual([`/messages/${conversation.id}`]);
    expect((await found(who, "zoe oka")).Therapists).toEqual([`/therapists/${other.id}`]);
    expect((await found(who, "(910) 555-0164")).Therapists).toEqual([`/therapists/${hannah.id}`]);
  }
});

test("a conversation is found by words in its messages if no name matches", async () => {
  await app.db
    .insertInto("messages")
    .values({
      thread_id: conversation.id,
      direction: "in",
      body: "Is the humidifier included?",
      status: "received",
      created_at: now,
      author_user_id: null,
      provider_id: null,
      error: null,
      released_at: null,
    })
    .execute();
  expect((await found("supervisor", "humidifier")).Conversations).toEqual([`/messages/${conversation.id}`]);
});

test("therapists can find only their own visits and patients", async () => {
  expect((await found("hannah", "Ruth")).Visits).toEqual(ruthsVisits);
  expect((await found("hannah", "Ruth")).Conversations).toBeUndefined();
  expect((await found("hannah", "tomorrow")).Visits).toEqual([ruthsVisits[0]]);
  expect((await found("other", "tomorrow")).Visits).toEqual([`/visits/${samsVisit.id}`]);
  for (const typed of ["Ruth", "61234", "0123", "1/31/1956", "Nora", "Hannah"]) {
    expect([typed, await found("other", typed)]).toEqual([typed, {}]);
  }
});

test("staff without another role can find only pages", async () => {
  for (const typed of ["Ruth", "61234", "tomorrow", "Hannah", "Zoë tomorrow", "Dashboard"]) {
    expect([typed, await found("staff", typed)]).toEqual([typed, {}]);
  }
  expect(await found("staff", "account")).toEqual({ Pages: ["/account"] });
});

test("each role can find the pages in its navigation", async () => {
  expect((await found("supervisor", "dash")).Pages).toEqual(["/supervisordashboard"]);
  expect((await found("supervisor", "earlier times")).Pages).toEqual(["/offers"]);
  expect((await found("supervisor", "offers sent")).Pages).toEqual(["/offers"]);
  expect((await found("hannah", "earlier times")).Pages).toBeUndefined();
  expect((await found("supervisor", "health")).Pages).toBeUndefined();
  expect((await found("admin", "health")).Pages).toEqual(["/admin/health"]);
  expect((await found("hannah", "my visits")).Pages).toEqual(["/therapist"]);
});

test.each([
  ["class", ["/admin/company/kinds"]],
  ["branch", ["/admin/company/kinds", "/admin/company/places"]],
  ["home visit", ["/admin/company/kinds"]],
  ["kinds of visits", ["/admin/company/kinds"]],
  ["seats", ["/admin/company/kinds"]],
  ["rooms", ["/admin/company/places"]],
  ["photos", ["/admin/company/questions"]],
])("an admin finds the pages about kinds of visits by %s, and other staff don't", async (typed, pages) => {
  expect((await found("admin", typed)).Pages).toEqual(pages);
  expect((await found("supervisor", typed)).Pages ?? []).not.toContain("/admin/company/kinds");
});

test("the number of results per group is limited", async () => {
  for (let index = 0; index < 10; index += 1) {
    const { id } = await seedOrder(app, { patient_name: `Ida Many ${index}` });
    await seedVisit(app, { order_id: id, therapist_id: other.id, start_at: now + (index + 5) * day });
  }
  const groups = await found("supervisor", "Ida Many");
  expect(groups.Visits).toHaveLength(resultsPerGroup);
  expect(groups["Patients and orders"]).toHaveLength(resultsPerGroup);
});

test.each(["%", "__", '"', '" OR *', "NEAR(", "5/", "  ", "13/99/45", "é", "xyzzy", "9".repeat(100)])(
  "a search for %s finds nothing and causes no error",
  async (typed) => {
    expect(await found("supervisor", typed)).toEqual({});
  },
);

test("the audit log lists the orders and conversations found, but not the search text", async () => {
  await found("supervisor", "Ruth Avery");
  const { details } = await app.db
    .selectFrom("audit_log")
    .select("details")
    .where("action", "=", "search.shown")
    .orderBy("id", "desc")
    .executeTakeFirstOrThrow();
  expect(JSON.parse(details ?? "")).toEqual({ orders: [ruth.id], threads: [conversation.id] });
});

test("an empty search shows what can be searched; patients and signed-out users are redirected to sign in", async () => {
  expect((await clients.staff.get("/search")).text).toContain("Search by name");
  expect((await new Client(url).get("/search?q=Ruth")).location).toBe("/login");
});

test("every staff page has the search link and dialog", async () => {
  const { text } = await clients.hannah.get("/account");
  expect(text).toContain('<a class="side-search" href="/search"');
  expect(text).toContain('<dialog id="search"');
});

test("single-key shortcuts can be turned off and on per browser", async () => {
  const off = await clients.staff.submit("/account/keys", { keys: "off" });
  expect(off.location).toBe("/account/keys");
  const page = await clients.staff.get("/account");
  expect(page.text).toContain('data-keys="off"');
  expect(page.text).toContain("Single-key shortcuts are off.");
  await clients.staff.submit("/account/keys", { keys: "on" });
  expect((await clients.staff.get("/account")).text).not.toContain('data-keys="off"');
  expect((await clients.staff.submit("/account/keys", { keys: "maybe" })).status).toBe(422);
});
