import { expect, test } from "vitest";
import { Client } from "../support/client";
import { seedUser, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { app, url } = await startServer();

test("a JSON login sets the cookie and returns the token", async () => {
  const user = await seedUser(app, ["admin"]);
  const client = new Client(url);
  const reply = await client.post("/api/login", {
    email: ` ${user.email.toUpperCase()} `,
    password: user.password,
  });
  expect(reply.status).toBe(200);
  expect(reply.json).toMatchObject({ roles: ["admin"], role: "admin", home: "/admin", user_id: user.id });
  expect(client.cookies.get("firstnight")).toBe(reply.json.token);
  expect(reply.headers.get("set-cookie")).toMatch(/HttpOnly; SameSite=Lax/);
  expect(reply.headers.get("cache-control")).toBe("no-store");
});

test("a user whose roles have no start page still gets a token", async () => {
  const user = await seedUser(app, ["staff"]);
  const reply = await new Client(url).post("/api/login", { email: user.email, password: user.password });
  expect(reply.json).toMatchObject({ roles: ["staff"], home: null, token: expect.any(String) });
});

test("a failed login returns 401 and an error message", async () => {
  const reply = await new Client(url).post("/api/login", { email: "x@y.example", password: "wrong" });
  expect([reply.status, reply.json]).toEqual([401, { error: "Invalid email or password." }]);
});

test.each([
  [{}, 422],
  [{ email: "a@b.example" }, 422],
  [{ email: 5, password: true }, 422],
  [{ email: "a@b.example", password: ["x"] }, 422],
  [{ email: "a@b.example", password: "x".repeat(257) }, 422],
  [{ email: `${"a".repeat(300)}@b.example`, password: "x" }, 422],
  [{ email: "a\u0000@b.example", password: "x" }, 422],
])("a login with %j returns %i", async (body, status) => {
  expect((await new Client(url).post("/api/login", body)).status).toBe(status);
});

test("a new login ends the browser's previous session", async () => {
  const user = await seedUser(app, ["admin"]);
  const client = new Client(url);
  const old = await signInStaff(app, client, user.id);
  await client.post("/api/login", { email: user.email, password: user.password });
  expect(client.cookies.get("firstnight")).not.toBe(old);
  expect((await new Client(url).get("/api/therapists", { authorization: `Bearer ${old}` })).status).toBe(401);
});

test("logging out through the API or with the button ends the session on the server", async () => {
  const user = await seedUser(app, ["admin"]);
  for (const path of ["/api/logout", "/logout"]) {
    const client = new Client(url);
    const token = await signInStaff(app, client, user.id);
    const reply = await client.post(path);
    expect(reply.status).toBe(path === "/logout" ? 303 : 200);
    expect(reply.headers.get("clear-site-data")).toBe('"storage"');
    expect(client.cookies.has("firstnight")).toBe(false);
    expect((await new Client(url).get("/api/therapists", { authorization: `Bearer ${token}` })).status).toBe(
      401,
    );
  }
});

test("opening the logout URL doesn't end the session", async () => {
  const user = await seedUser(app, ["admin"]);
  const client = new Client(url);
  await signInStaff(app, client, user.id);
  expect((await client.get("/logout")).location).toBe("/");
  expect((await client.get("/api/therapists")).status).toBe(200);
});

test("a reset request gets the same response for any valid email address", async () => {
  const client = new Client(url);
  const reply = await client.post("/api/request-password-reset", { email: "who@knows.example" });
  expect([reply.status, reply.json]).toEqual([200, { success: true }]);
  const malformed = await client.post("/api/request-password-reset", { email: "nobody" });
  expect(malformed.status).toBe(422);
  expect(malformed.json).toMatchObject({ success: false, error: expect.any(String) });
});

test("a reset with an invalid link returns the success, message, and error fields", async () => {
  const client = new Client(url);
  const expired = await client.post("/api/reset-password/nosuchtoken", { password: "a better password" });
  const message = "This link has expired or was already used. Please request a new one.";
  expect([expired.status, expired.json]).toEqual([422, { success: false, message, error: message }]);
  const short = await client.post("/api/reset-password/nosuchtoken", { password: "short" });
  expect(short.json.message).toBe("Password must be at least 8 characters.");
});

test("only the allowed fields of a client report are stored", async () => {
  const reply = await new Client(url).post("/api/activity/ui", {
    action: "UI_LOGIN_STAFF_FAIL",
    details: {
      reason: "Invalid",
      email: "a@b.example",
      password: "secret",
      code: "123456",
      roles: ["admin"],
    },
  });
  expect([reply.status, reply.text]).toEqual([204, ""]);
  const row = await app.reads.selectFrom("ui_activity").selectAll().executeTakeFirstOrThrow();
  expect(JSON.parse(row.details ?? "")).toEqual({
    reason: "Invalid",
    email: "a@b.example",
    roles: ["admin"],
  });
});

test("a client report can omit details, but its name and size are checked", async () => {
  const client = new Client(url);
  const statusOf = async (body: unknown) => (await client.post("/api/activity/ui", body)).status;
  expect(await statusOf({ action: "UI_SCHEDULE_VIEW" })).toBe(204);
  expect(await statusOf({ action: "DROP_TABLE" })).toBe(422);
  expect(await statusOf({ action: "UI_VIEW", details: { reason: "x".repeat(5000) } })).toBe(422);
  const deep = `{"action":"UI_VIEW","details":${"[".repeat(100_000)}${"]".repeat(100_000)}}`;
  const reply = await client.send("/api/activity/ui", {
    method: "POST",
    body: deep,
    headers: { "content-type": "application/json" },
  });
  expect(reply.status).toBe(422);
});

test("client reports over the limit are dropped silently", async () => {
  await app.db.deleteFrom("ui_activity").execute();
  const client = new Client(url);
  const statuses = new Set<number>();
  for (let i = 0; i < 310; i++)
    statuses.add((await client.post("/api/activity/ui", { action: "UI_X" })).status);
  expect([...statuses]).toEqual([204]);
  expect((await app.reads.selectFrom("ui_activity").select("id").execute()).length).toBeLessThanOrEqual(300);
});
