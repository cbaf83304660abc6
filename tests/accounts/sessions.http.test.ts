import { expect, test } from "vitest";
import { formatWhen, hour, minute, second } from "~/core/time";
import { Client } from "../support/client";
import { seedOrder, seedUser, signInPatient, signInStaff } from "../support/seed";
import { startServer } from "../support/server";

const { app, url, clock } = await startServer();

async function staff() {
  const user = await seedUser(app, ["supervisor"]);
  const client = new Client(url);
  const token = await signInStaff(app, client, user.id);
  return { user, client, token };
}

const open = async (client: Client) => (await client.get("/api/users")).status === 200;

test("a staff session ends after 30 minutes of inactivity, and each use extends it", async () => {
  const { client } = await staff();
  for (let i = 0; i < 3; i++) {
    clock.advance(29 * minute);
    expect(await open(client)).toBe(true);
  }
  clock.advance(30 * minute);
  expect(await open(client)).toBe(false);
});

test("a staff session ends 12 hours after sign-in, even while in use", async () => {
  const { client } = await staff();
  for (let i = 0; i < 35; i++) {
    clock.advance(20 * minute);
    expect(await open(client)).toBe(true);
  }
  clock.advance(20 * minute);
  expect(await open(client)).toBe(false);
});

test("a patient's session ends after 60 minutes", async () => {
  const order = await seedOrder(app);
  const client = new Client(url);
  await signInPatient(app, client, order.id);
  clock.advance(59 * minute);
  expect((await client.get("/api/session")).json.kind).toBe("patient");
  clock.advance(minute);
  expect((await client.get("/api/session")).status).toBe(401);
});

test("an ended session stays ended even if the clock is set back", async () => {
  const { client } = await staff();
  clock.advance(31 * minute);
  expect(await open(client)).toBe(false);
  clock.advance(-10 * minute);
  expect(await open(client)).toBe(false);
  clock.advance(10 * minute);
});

test("background requests from a page don't extend a session", async () => {
  const { client } = await staff();
  clock.advance(20 * minute);
  const reply = await client.get("/api/session", { "x-background": "1" });
  expect(reply.json).toMatchObject({ expires_in: 600, can_stay: true });
  clock.advance(10 * minute);
  expect((await client.get("/api/session", { "x-background": "1" })).status).toBe(401);
});

test("choosing to stay signed in restarts the 30 minutes, but the session still ends after 12 hours", async () => {
  const { client } = await staff();
  clock.advance(29 * minute);
  expect((await client.post("/api/session")).json.expires_in).toBe(1800);
  for (let i = 0; i < 24; i++) {
    clock.advance(28 * minute);
    await client.post("/api/session");
  }
  const end = (await client.post("/api/session")).json;
  expect(end.can_stay).toBe(false);
  expect(end.expires_in).toBe((12 * hour - 29 * minute - 24 * 28 * minute) / second);
});

test("the session token is stored as a hash and also works as a bearer token", async () => {
  const { token } = await staff();
  const rows = JSON.stringify(await app.reads.selectFrom("sessions").selectAll().execute());
  expect(rows).not.toContain(token);
  const bearer = (value: string) => new Client(url).get("/api/users", { authorization: `Bearer ${value}` });
  expect((await bearer(token)).status).toBe(200);
  expect((await bearer(`${token.slice(0, -1)}x`)).status).toBe(401);
});

test("over HTTPS, the cookie is bound to the host", async () => {
  const secure = await startServer({ PUBLIC_URL: "https://clinic.example" });
  const user = await seedUser(secure.app, ["admin"]);
  const reply = await new Client(secure.url).send("/api/login", {
    method: "POST",
    json: { email: user.email, password: user.password },
    headers: { origin: "https://clinic.example" },
  });
  expect(reply.headers.getSetCookie()[0]).toMatch(
    /^__Host-firstnight=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure$/,
  );
});

test("a user can list and end only their own sessions", async () => {
  const { user, client } = await staff();
  const second = new Client(url);
  await signInStaff(app, second, user.id);
  const other = await staff();
  const list = (await client.get("/api/sessions")).json;
  expect(list.map((row: { current: boolean }) => row.current)).toEqual([true, false]);
  const [{ id: foreign }] = (await other.client.get("/api/sessions")).json;
  expect((await client.delete(`/api/sessions/${foreign}`)).status).toBe(404);
  expect(await open(other.client)).toBe(true);
  expect((await client.submit("/account", { id: String(list[1].id) })).location).toBe("/account");
  expect((await client.get("/account")).text).toContain("That session has ended");
  expect(await open(second)).toBe(false);
  expect(await open(client)).toBe(true);
});

test("signing out everywhere ends all of the user's sessions", async () => {
  const { user, client } = await staff();
  const second = new Client(url);
  await signInStaff(app, second, user.id);
  expect((await client.submit("/account/sign-out-everywhere", {})).location).toBe("/login");
  expect(await open(second)).toBe(false);
  expect(client.cookies.has("firstnight")).toBe(false);
});

test("changing the password ends every session and opens a new one in this browser", async () => {
  const { user, client, token } = await staff();
  const second = new Client(url);
  await signInStaff(app, second, user.id);
  const change = (fields: Record<string, string>) =>
    client.submit("/account/password", {
      current: user.password,
      password: "another long one",
      repeated: "another long one",
      ...fields,
    });
  expect((await change({ current: "wrong one" })).text).toContain("That password is incorrect.");
  expect((await change({ repeated: "something else" })).text).toContain("Passwords do not match.");
  expect((await change({})).location).toBe("/account");
  expect(await open(second)).toBe(false);
  expect(await open(client)).toBe(true);
  expect(client.cookies.get("firstnight")).not.toBe(token);
});

test("a user without a start page can still open their account page", async () => {
  const user = await seedUser(app, ["staff"]);
  const client = new Client(url);
  await signInStaff(app, client, user.id);
  expect((await client.get("/account")).status).toBe(200);
});

test("the account page shows times in the viewer's time zone, or the clinic's if unknown", async () => {
  const { client } = await staff();
  const at = clock.now();
  const accountPage = async () => (await client.get("/account")).text;
  expect(await accountPage()).toContain(formatWhen(at, "America/New_York"));
  client.cookies.set("tz", encodeURIComponent("America/Los_Angeles"));
  expect(await accountPage()).toContain(formatWhen(at, "America/Los_Angeles"));
  client.cookies.set("tz", "Mars%2FOlympus");
  expect(await accountPage()).toContain(formatWhen(at, "America/New_York"));
});
