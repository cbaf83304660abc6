import { expect, test } from "vitest";
import { closeAccount } from "~/accounts/users/pages/close-account.server";
import { hashToken } from "~/core/secrets.server";
import { day } from "~/core/time";
import { operator } from "~/core/who";
import { Client } from "../support/client";
import { seedClinic, seedOrder, seedTherapist, seedUser, seedVisit, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { app, url } = await startServer();
const admin = await seedUser(app, ["admin"], { name: "Root" });
const asAdmin = new Client(url);
await signInStaff(app, asAdmin, admin.id);

const phone = "+1 (919) 555-0188";
let serial = 0;
const email = () => `new${++serial}@clinic.example`;
const add = async (fields: Record<string, unknown> = {}) =>
  (await asAdmin.post("/api/admin/users", { email: email(), phone, role: "supervisor", ...fields })).json;
const signedIn = async (userId: number) => {
  const client = new Client(url);
  await signInStaff(app, client, userId);
  return client;
};

test("a new user gets an email and a text with a link to choose a password", async () => {
  const reply = await asAdmin.post("/api/admin/users", {
    email: " Mary.Ann@Clinic.example",
    phone,
    role: "Supervisor",
  });
  expect(reply.status).toBe(201);
  expect(reply.json).toMatchObject({
    email: "mary.ann@clinic.example",
    name: "Mary Ann",
    phone: "+19195550188",
    role: "supervisor",
    roles: ["supervisor"],
    status: "invited",
  });
  const sent = await app.reads.selectFrom("outbox").selectAll().where("kind", "=", "invitation").execute();
  expect(sent.map((row) => [row.channel, row.recipient])).toEqual([
    ["email", "mary.ann@clinic.example"],
    ["sms", "+19195550188"],
  ]);
  const token = /reset-password\/([\w-]+)/.exec(app.secrets.open(sent[0]?.body_sealed ?? ""))?.[1] ?? "";
  const set = await new Client(url).post(`/api/reset-password/${token}`, { password: "my own long one" });
  expect(set.json.success).toBe(true);
  const login = await new Client(url).post("/api/login", {
    email: "mary.ann@clinic.example",
    password: "my own long one",
  });
  expect(login.json.home).toBe("/supervisordashboard");
});

test("an invitation expires after a week", async () => {
  const user = await add();
  const row = await app.reads
    .selectFrom("password_tokens")
    .selectAll()
    .where("user_id", "=", user.id)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ kind: "invitation", expires_at: app.clock.now() + 7 * day });
  expect(row.token_hash).not.toBe(hashToken(""));
});

test.each([
  [{ email: "nobody" }, "email"],
  [{ phone: "12" }, "phone"],
  [{ phone: undefined }, "phone"],
  [{ role: "owner" }, "role"],
  [{ roles: ["admin", "owner"] }, "roles.1"],
  [{ therapist_id: 987654 }, "therapist_id"],
])("adding a user with %j is refused with an error on that field", async (fields, field) => {
  const reply = await asAdmin.post("/api/admin/users", { email: email(), phone, role: "admin", ...fields });
  expect(reply.status).toBe(422);
  expect(Object.keys(reply.json.fields)).toContain(field);
});

test("an email address can belong to only one user", async () => {
  const user = await add();
  const twice = await asAdmin.post("/api/admin/users", {
    email: user.email.toUpperCase(),
    phone,
    role: "staff",
  });
  expect([twice.status, twice.json.error]).toEqual([409, "Another user already has this email address."]);
  const other = await add();
  expect((await asAdmin.patch(`/api/admin/users/${other.id}`, { email: user.email })).status).toBe(409);
});

test("a user can have several roles, and setting the role field leaves only that role", async () => {
  const user = await add({ role: "admin", roles: ["therapist"] });
  expect(user).toMatchObject({ role: "admin", roles: ["admin", "therapist"] });
  const one = await asAdmin.patch(`/api/admin/users/${user.id}`, { role: "staff" });
  expect(one.json.roles).toEqual(["staff"]);
  const same = await asAdmin.patch(`/api/admin/users/${user.id}`, { phone: "919 555 0177" });
  expect(same.json).toMatchObject({ roles: ["staff"], phone: "+19195550177" });
});

test("changing a user's roles ends their sessions immediately, but changing their phone number doesn't", async () => {
  const user = await seedUser(app, ["supervisor"]);
  const client = await signedIn(user.id);
  await asAdmin.patch(`/api/admin/users/${user.id}`, { phone });
  expect((await client.get("/api/users")).status).toBe(200);
  await asAdmin.patch(`/api/admin/users/${user.id}`, { role: "therapist" });
  expect((await client.get("/api/users")).status).toBe(401);
});

test("a closed account is signed out and can't sign in until it is reopened", async () => {
  const user = await seedUser(app, ["supervisor"]);
  const client = await signedIn(user.id);
  await asAdmin.patch(`/api/admin/users/${user.id}`, { disabled: true });
  expect((await client.get("/api/users")).status).toBe(401);
  const login = () => new Client(url).post("/api/login", { email: user.email, password: user.password });
  expect((await login()).status).toBe(401);
  await asAdmin.patch(`/api/admin/users/${user.id}`, { disabled: false });
  expect((await login()).status).toBe(200);
});

test("the last admin can't be deleted, demoted, or closed", async () => {
  const second = await seedUser(app, ["admin"]);
  const client = await signedIn(second.id);
  expect((await client.delete(`/api/admin/users/${second.id}`)).status).toBe(409);
  await asAdmin.patch(`/api/admin/users/${second.id}`, { disabled: true });
  for (const change of [{ role: "staff" }, { disabled: true }]) {
    const reply = await asAdmin.patch(`/api/admin/users/${admin.id}`, change);
    expect(reply.json.error).toBe("This is the last admin. Make another user an admin first.");
    expect(reply.status).toBe(409);
  }
});

test("deleting a user ends their sessions, and the audit log keeps their actions", async () => {
  const user = await seedUser(app, ["supervisor"]);
  const client = await signedIn(user.id);
  expect((await asAdmin.delete(`/api/admin/users/${user.id}`)).json).toEqual({ success: true });
  expect((await client.get("/api/users")).status).toBe(401);
  expect((await asAdmin.delete(`/api/admin/users/${user.id}`)).status).toBe(404);
  const log = (await asAdmin.get("/api/admin/audit-log?search=user.deleted")).json;
  expect(log[0]).toMatchObject({
    user_email: admin.email,
    action: "user.deleted",
    subject: `user ${user.id}`,
  });
  const next = await add();
  expect(next.id).toBeGreaterThan(user.id);
});

test("a therapist can be deleted only after their visits and conversations are reassigned", async () => {
  const clinic = await seedClinic(app);
  const departing = await seedUser(app, ["therapist"], { name: "Leaving" });
  await app.db
    .updateTable("therapists")
    .set({ user_id: departing.id })
    .where("id", "=", clinic.therapist.id)
    .execute();
  const successor = await seedUser(app, ["therapist"], { name: "Staying" });
  const other = await seedTherapist(app, { user_id: successor.id });
  const start = clinic.starts[3] ?? 0;
  const visit = await seedVisit(app, {
    order_id: clinic.order.id,
    therapist_id: clinic.therapist.id,
    start_at: start,
    status: "confirmed",
    meeting_link: "https://meet.example/old",
  });
  await app.db
    .insertInto("threads")
    .values({ phone: "+19195550142", assignee_user_id: departing.id, created_at: app.clock.now() })
    .execute();

  const refused = await asAdmin.delete(`/api/admin/users/${departing.id}`);
  expect([refused.status, refused.json]).toMatchObject([
    409,
    { needs_hand_over: true, visits: 1, threads: 1 },
  ]);
  const toSelf = await asAdmin.post(`/api/admin/users/${departing.id}/hand-over`, { to: admin.id });
  expect(toSelf.status).toBe(422);

  const clash = await seedVisit(app, {
    order_id: (await seedOrder(app)).id,
    therapist_id: other.id,
    start_at: start,
  });
  const conflict = await asAdmin.post(`/api/admin/users/${departing.id}/hand-over`, { to: successor.id });
  expect(conflict.status).toBe(409);
  await app.db.deleteFrom("visits").where("id", "=", clash.id).execute();

  const reassigned = await asAdmin.post(`/api/admin/users/${departing.id}/hand-over`, { to: successor.id });
  expect(reassigned.json).toEqual({ success: true, visits: 1, threads: 1 });
  const moved = await app.reads
    .selectFrom("visits")
    .selectAll()
    .where("id", "=", visit.id)
    .executeTakeFirstOrThrow();
  expect(moved).toMatchObject({
    therapist_id: other.id,
    start_at: start,
    status: "submitted",
    meeting_link: null,
  });
  expect((await asAdmin.delete(`/api/admin/users/${departing.id}`)).status).toBe(200);
  const free = await app.reads
    .selectFrom("slots")
    .select("start_at")
    .where("therapist_id", "=", clinic.therapist.id)
    .where("start_at", ">", app.clock.now())
    .execute();
  expect(free).toEqual([]);
});

test("work can't be reassigned to the departing user", async () => {
  const user = await seedUser(app, ["therapist"]);
  await expect(closeAccount(app, operator, { id: user.id, to: user.id })).rejects.toMatchObject({
    code: "invalid",
  });
});

test("a user with the same email address as a therapist is linked to that profile, and a profile has only one user", async () => {
  const therapist = await seedTherapist(app, { email: "Same@Clinic.example" });
  const user = await add({ email: "same@clinic.example", role: "therapist" });
  expect(user).toMatchObject({ therapist_id: therapist.id, therapist_name: therapist.name });
  const second = await asAdmin.post("/api/admin/users", {
    email: email(),
    phone,
    role: "therapist",
    therapist_id: therapist.id,
  });
  expect(second.json.fields.therapist_id).toEqual(["This therapist profile belongs to another user."]);
  const freed = await asAdmin.patch(`/api/admin/users/${user.id}`, { therapist_id: 0 });
  expect(freed.json.therapist_id).toBeNull();
});

test("when an admin resets a user's password, only the user gets the link", async () => {
  const user = await seedUser(app, ["staff"]);
  const reply = await asAdmin.post(`/api/admin/users/${user.id}/reset-password`);
  expect(reply.json).toEqual({ message: `A link to set a new password was sent to ${user.email}.` });
  expect((await asAdmin.post("/api/admin/users/999999/reset-password")).status).toBe(404);
});

test("supervisors can see other staff, therapists can't, and only admins manage users", async () => {
  const supervisor = await signedIn((await seedUser(app, ["supervisor"])).id);
  const therapist = await signedIn((await seedUser(app, ["therapist"])).id);
  const [row] = (await supervisor.get("/api/users?limit=1")).json;
  expect(Object.keys(row)).toEqual(
    expect.arrayContaining(["id", "name", "email", "phone", "role", "status", "company"]),
  );
  expect(row).not.toHaveProperty("two_step");
  expect((await supervisor.get("/api/supervisor/users")).status).toBe(200);
  expect((await therapist.get("/api/users")).status).toBe(403);
  for (const client of [supervisor, therapist]) {
    expect((await client.get("/api/admin/users")).status).toBe(403);
    expect((await client.delete(`/api/admin/users/${admin.id}`)).status).toBe(403);
    expect((await client.get("/admin")).location).toBe("/login");
  }
  expect((await new Client(url).get("/api/admin/audit-log")).status).toBe(401);
});

test("user lists are paginated with the Link header, and searches match literal text", async () => {
  const first = await asAdmin.get("/api/admin/users?limit=2");
  expect(first.json).toHaveLength(2);
  const next = /<([^>]+)>; rel="next"/.exec(first.headers.get("link") ?? "")?.[1] ?? "";
  const second = await asAdmin.get(next);
  expect(second.json[0].id).toBeGreaterThan(first.json[1].id);
  await add({ email: "under_score@clinic.example" });
  const found = (await asAdmin.get("/api/admin/users?search=r_s")).json;
  expect(found.map((user: { email: string }) => user.email)).toEqual(["under_score@clinic.example"]);
});

test("the audit log is exported as CSV with formulas disabled", async () => {
  await new Client(url).post("/api/login", { email: "=cmd|calc@x.example", password: "x" });
  const reply = await asAdmin.get("/admin/audit-log.csv?search=cmd");
  expect(reply.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  expect(reply.text).toContain("'=cmd|calc@x.example");
  expect((await asAdmin.get("/api/admin/audit-log?search=audit.exported")).json).toHaveLength(1);
});

test("the form adds and edits users and shows errors next to the values entered", async () => {
  const added = await asAdmin.submit("/admin", { email: "form@clinic.example", phone, role: "staff" });
  expect([added.status, added.location]).toEqual([303, "/admin"]);
  expect((await asAdmin.get("/admin")).text).toContain("User added");
  const wrong = await asAdmin.submit("/admin", { email: "typed@", phone, role: "staff" });
  expect(wrong.status).toBe(422);
  expect(wrong.text).toContain("Failed to save user");
  expect(wrong.text).toContain('value="typed@"');
  const { id } = (await asAdmin.get("/api/admin/users?search=form%40")).json[0];
  const page = (await asAdmin.get(`/admin?edit=${id}`)).text;
  expect(page).toContain("Update User");
  const changed = await asAdmin.submit("/admin", {
    id: String(id),
    email: "form@clinic.example",
    phone,
    role: "supervisor",
    roles: "therapist",
  });
  expect(changed.location).toBe("/admin");
  expect((await asAdmin.get("/admin")).text).toContain("User updated");
  expect((await asAdmin.get(`/api/admin/users/${id}`)).json.roles).toEqual(["supervisor", "therapist"]);
  expect((await asAdmin.submit(`/admin/users/${id}/reset-password`, {})).location).toBe("/admin");
  expect((await asAdmin.get("/admin")).text).toMatch(
    /A (new invitation|link to set a new password) was sent\./,
  );
  expect((await asAdmin.get(`/admin/users/${id}/delete`)).text).toContain("Delete form@clinic.example");
  expect((await asAdmin.submit(`/admin/users/${id}/delete`, {})).location).toBe("/admin");
  expect((await asAdmin.get("/admin")).text).toContain("User deleted");
});

test("a request can't set a column that isn't a field of the call", async () => {
  const user = await add({});
  expect(user).toMatchObject({ status: "invited", two_step: "off" });
  const path = `/api/admin/users/${user.id}`;
  const columns = { password_hash: "x", disabled_at: 1, created_at: 1 };
  const refused = await asAdmin.patch(path, { name: "Refused", ...columns });
  expect([refused.status, Object.keys(refused.json.fields)]).toEqual([422, Object.keys(columns)]);
  await asAdmin.patch(path, { id: admin.id, name: "Other" });
  const row = await app.reads
    .selectFrom("users")
    .selectAll()
    .where("id", "=", user.id)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ name: "Other", password_hash: null, created_at: app.clock.now() });
  expect((await asAdmin.get(`/api/admin/users/${admin.id}`)).json.name).toBe("Root");
});
