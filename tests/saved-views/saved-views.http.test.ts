import { expect, test } from "vitest";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { seedDatabase, seedTherapist, seedUser, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { app, url } = await startServer();
await seedTherapist(app, { name: "Dana Reyes" });
await seedDatabase(app, "QHMS");

async function staff(role: "supervisor" | "admin" | "therapist") {
  const user = await seedUser(app, [role]);
  const client = new Client(url);
  await signInStaff(app, client, user.id);
  return { user, client };
}

/** The links of the navigation's group Views. */
const viewsIn = (page: PlainPage) =>
  page.lists.find((items) => items.includes("My orders"))?.filter((name) => !/orders$/.test(name)) ?? [];

const current = ({ html }: PlainPage) =>
  [...(html.split("<main")[0] ?? "").matchAll(/<a href="[^"]*" aria-current="page">([^<]*)/g)].map(
    ([, name]) => name,
  );

test.each([
  ["/appointments?status=submitted&therapist=Dana+Reyes", "Appointments"],
  ["/calendars?tab=worklist&region=NC", "Setup Calendar"],
  ["/orders?owner=none&sort=due", "Open orders"],
  ["/messages?filter=unanswered", "2-Way Messaging"],
])("the filters of %s are saved under a name and opened from the navigation", async (address, heading) => {
  const { client } = await staff("supervisor");
  const list = await PlainPage.open(client, address);
  const form = await list.follow("Save this view…");
  const saved = await form.press("Save view", { name: "To do first" });
  expect(saved.heading).toBe(heading);
  expect(saved.text).toContain("View saved");
  expect([...new URLSearchParams(saved.address.split("?")[1])].sort()).toEqual(
    [...new URLSearchParams(address.split("?")[1])].sort(),
  );
  expect(viewsIn(saved)).toEqual(["To do first"]);
  expect(current(saved), "only the view is marked").toEqual(["To do first", "To do first"]);
  const account = await PlainPage.open(client, "/account");
  const opened = await account.follow("To do first");
  expect(opened.address).toBe(saved.address);
});

test("a step's list is saved as a view of open orders", async () => {
  const { client } = await staff("supervisor");
  const list = await PlainPage.open(client, "/supervisordashboard/steps/4?owner=me");
  const saved = await (await list.follow("Save this view…")).press("Save view", { name: "Mine to book" });
  expect(saved.address).toBe("/orders?step=4&owner=me");
});

test("a view is renamed, unpinned, and deleted", async () => {
  const { client } = await staff("supervisor");
  const list = await PlainPage.open(client, "/appointments?status=submitted");
  await (await list.follow("Save this view…")).press("Save view", { name: "First name" });
  const views = await PlainPage.open(client, "/views");
  const edit = await views.follow(/^Edit/);
  const renamed = await edit.press("Save", { name: "Second name", pinned: null });
  expect(renamed.text).toContain("Saved");
  expect(renamed.table("Saved views")[0]).toMatchObject({
    Name: "Second name",
    Filters: "Status: submitted",
    "In the navigation": "No",
  });
  expect(viewsIn(renamed)).toEqual([]);
  const deleted = await (await renamed.follow(/^Edit/)).press("Delete view");
  expect(deleted.text).toContain("View deleted");
  expect(deleted.text).toContain("No saved views yet.");
});

test("a view that is shared with supervisors is in their navigation, and only its user and admins change it", async () => {
  const { client, user } = await staff("supervisor");
  const list = await PlainPage.open(client, "/appointments?status=no+show");
  const form = await list.follow("Save this view…");
  await form.press("Save view", { name: "No-shows", shared_with: "supervisor" });
  const { id } = await app.db
    .selectFrom("saved_views")
    .select("id")
    .where("user_id", "=", user.id)
    .executeTakeFirstOrThrow();
  const other = await staff("supervisor");
  const opened = await (await PlainPage.open(other.client, "/account")).follow("No-shows");
  expect(opened.address).toBe("/appointments?status=no+show");
  const shared = await PlainPage.open(other.client, "/views");
  expect(shared.table("Saved views")[0]?.Shared).toBe(`All supervisors, by ${user.name}`);
  expect(shared.links(/^Edit/)).toEqual([]);
  expect((await other.client.submit(`/views/${id}/delete`, {})).status).toBe(404);
  expect((await other.client.submit(`/views/${id}/edit`, { name: "Mine" })).status).toBe(404);
  const therapist = await staff("therapist");
  expect((await therapist.client.get(`/views/${id}`)).status).toBe(404);
  const admin = await staff("admin");
  expect((await admin.client.get(`/views/${id}`)).status, "shared with supervisors only").toBe(404);
  const entry = await app.db
    .selectFrom("audit_log")
    .select(["user_id", "details"])
    .where("action", "=", "view.shared")
    .executeTakeFirstOrThrow();
  expect(entry.user_id).toBe(user.id);
  expect(JSON.parse(entry.details ?? "")).toEqual({ list: "appointments", role: "supervisor" });
});

test("a therapist can't share a view", async () => {
  const { client } = await staff("therapist");
  const body = { list: "orders", filters: "owner=me", name: "Mine", shared_with: "supervisor" };
  expect((await client.submit("/views/new", body)).status).toBe(403);
  const page = await PlainPage.open(client, "/orders?due=overdue&owner=me");
  const form = await page.follow("Save this view…");
  expect(form.html).not.toContain("Who else sees it");
  expect((await form.press("Save view", { name: "Mine" })).text).toContain("View saved");
});

test("a view opens without the filters that no longer apply, and names them", async () => {
  const { client, user } = await staff("supervisor");
  const gone = await seedTherapist(app, { name: "Lee Gone" });
  const list = await PlainPage.open(client, "/appointments?status=submitted&therapist=Lee+Gone");
  await (await list.follow("Save this view…")).press("Save view", { name: "Lee's" });
  await app.db.deleteFrom("therapists").where("id", "=", gone.id).execute();
  const opened = await (await PlainPage.open(client, "/account")).follow("Lee's");
  expect(opened.address).toBe("/appointments?status=submitted");
  expect(opened.text).toContain(
    "“Lee's” was opened without a filter that no longer applies (Therapist: Lee Gone).",
  );
  await app.db
    .updateTable("saved_views")
    .set({ filters: "status=submitted&payer=Aetna" })
    .where("user_id", "=", user.id)
    .execute();
  const again = await (await PlainPage.open(client, "/account")).follow("Lee's");
  expect(again.address).toBe("/appointments?status=submitted");
  expect(again.text).toContain("(payer: Aetna)");
});

test("a user can save 30 views, each with its own name", async () => {
  const { client } = await staff("supervisor");
  const body = { list: "appointments", filters: "status=submitted" };
  for (let number = 1; number <= 30; number++) {
    expect((await client.submit("/views/new", { ...body, name: `View ${number}` })).status).toBe(303);
  }
  const form = await PlainPage.open(client, "/views/new?list=appointments&filters=status%3Dsubmitted");
  const same = await form.press("Save view", { name: "View 7" });
  expect(same.text).toContain("You already have a view with this name.");
  expect(same.values("name")).toEqual(["View 7"]);
  const full = await form.press("Save view", { name: "One more" });
  expect(full.status).toBe(409);
  expect(full.text).toContain("You have 30 saved views. Delete one first.");
});

test("a saved view leads only to a list of this server, with known filters", async () => {
  const { client } = await staff("supervisor");
  const body = { list: "orders", filters: "owner=me&next=//evil.example&cursor=x", name: "Odd" };
  const { location } = await client.submit("/views/new", body);
  expect(location).toBe("/orders?owner=me");
  expect((await client.submit("/views/new", { ...body, list: "//evil.example" })).status).toBe(422);
});
