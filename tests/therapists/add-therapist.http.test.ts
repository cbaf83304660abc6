import { expect, test } from "vitest";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { seedCompany, seedTherapist, seedUser, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { app, url } = await startServer();
await seedCompany(app, "Restwell");
const admin = await seedUser(app, ["admin"]);
const asAdmin = new Client(url);
await signInStaff(app, asAdmin, admin.id);

let serial = 0;
const formFields = (fields: Record<string, string> = {}) => ({
  name: `New Therapist ${++serial}`,
  email: `therapist.new${serial}@clinic.example`,
  phone: "(919) 555-0144",
  company_name: "Restwell",
  region: "North Carolina",
  timezone: "EST",
  zoom_link: "",
  daily_capacity: "4",
  ...fields,
});
const userOf = async (email: string) =>
  (await asAdmin.get("/api/admin/users?limit=500")).json.find(
    (user: { email: string }) => user.email === email,
  );

test("a therapist added on the page can be booked and signs in only as a therapist", async () => {
  const page = await asAdmin.get("/therapists/new");
  expect(page.text).toContain("Add a therapist");
  const fields = formFields();
  const added = await asAdmin.submit("/therapists/new", fields);
  expect(added.status, added.text).toBe(303);
  const id = Number(
    /^\/therapists\/(\d+)\/availability\/week\?added=yes$/.exec(added.headers.get("location") ?? "")?.[1],
  );
  const user = await userOf(fields.email);
  expect(user).toMatchObject({
    roles: ["therapist"],
    status: "invited",
    therapist_id: id,
    phone: "+19195550144",
  });
  const listed = (await asAdmin.get("/api/therapists")).json;
  expect(listed).toContainEqual(
    expect.objectContaining({
      id,
      user_id: user.id,
      region: "NC",
      timezone: "EST",
      zoom_link: null,
      daily_capacity: 4,
    }),
  );
  const sent = await app.reads
    .selectFrom("outbox")
    .select("recipient")
    .where("kind", "=", "invitation")
    .execute();
  expect(sent.map(({ recipient }) => recipient)).toContain(fields.email);
});

test("an existing user who becomes a therapist keeps their roles and gets a profile", async () => {
  const { name, email } = await seedUser(app, ["admin", "supervisor"], { name: "Ada Grant" });
  const reply = await asAdmin.post("/api/therapists", formFields({ name, email }));
  expect(reply.status, reply.text).toBe(201);
  expect(await userOf(email)).toMatchObject({ roles: ["admin", "supervisor"], therapist_id: reply.json.id });
  const again = await asAdmin.post("/api/therapists", formFields({ email }));
  expect(again.json).toMatchObject({
    fields: { email: ["This user already has a therapist profile: Ada Grant."] },
  });
});

test("a user without a calendar role also gets the therapist role", async () => {
  const { id, email } = await seedUser(app, ["staff"]);
  const client = new Client(url);
  await signInStaff(app, client, id);
  const reply = await asAdmin.post("/api/therapists", formFields({ email }));
  expect(reply.status, reply.text).toBe(201);
  expect(await userOf(email)).toMatchObject({ roles: ["therapist", "staff"], therapist_id: reply.json.id });
  expect((await client.get("/api/session")).status).toBe(401);
  await signInStaff(app, client, id);
  expect((await PlainPage.open(client, "/therapist")).heading).toBe(reply.json.name);

  // Saving a profile doesn't restore a role that was removed on purpose.
  const withoutTherapistRole = { role: "staff", therapist_id: reply.json.id };
  expect((await asAdmin.patch(`/api/admin/users/${id}`, withoutTherapistRole)).json.roles).toEqual(["staff"]);
});

test("linking a profile in the user form also gives the user the therapist role", async () => {
  const { id: record } = await seedTherapist(app);
  const fields = { email: "given@clinic.example", phone: "9195550166", role: "staff", therapist_id: record };
  const added = await asAdmin.post("/api/admin/users", fields);
  expect(added.json).toMatchObject({ roles: ["therapist", "staff"], therapist_id: record });
});

test("a deactivated account can't get a profile", async () => {
  const { email } = await seedUser(app, ["therapist"], { disabled_at: app.clock.now() });
  const fields = formFields({ email });
  const { status, json } = await asAdmin.post("/api/therapists", fields);
  expect(status).toBe(422);
  expect(json.fields).toEqual({ email: ["This person's account is closed. Reopen it first."] });
  const records = await asAdmin.get("/api/therapists");
  expect(records.json.map(({ name }: { name: string }) => name)).not.toContain(fields.name);
});

test("a new therapist with invalid fields is refused, and no one is added", async () => {
  const { name } = await seedTherapist(app);
  const invalid = {
    name: name.toUpperCase(),
    company_name: "Unknown Inc",
    region: "Bavaria",
    timezone: "Mars/Olympus",
    daily_capacity: "0",
    zoom_link: "javascript:alert(1)",
  };
  for (const [field, value] of Object.entries(invalid)) {
    const fields = formFields({ [field]: value });
    const reply = await asAdmin.post("/api/therapists", fields);
    expect([reply.status, ...Object.keys(reply.json.fields)]).toEqual([422, field]);
    expect(await userOf(fields.email)).toBeUndefined();
  }
});

test("supervisors and therapists can't add therapists", async () => {
  for (const role of ["supervisor", "therapist"] as const) {
    const client = new Client(url);
    await signInStaff(app, client, (await seedUser(app, [role])).id);
    expect((await client.post("/api/therapists", formFields())).status).toBe(403);
  }
});
