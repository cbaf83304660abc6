import fc from "fast-check";
import { sql } from "kysely";
import { describe, expect, test } from "vitest";
import { iso } from "~/core/time";
import type { Tables } from "~/db/tables";
import { cases } from "../../support/cases";
import { Client, type Reply } from "../../support/client";
import { type ApiCall, apiCalls } from "../../support/routes";
import { seedClinic, seedOrder, seedUser, seedVisit, signInPatient, signInStaff } from "../../support/seed";
import { startServer } from "../../support/server";
import { hostileTexts } from "./texts";

// Event streams never end. tests/inbox covers them.
const calls = (await apiCalls()).filter(({ path }) => !["/api/sms/stream", "/api/changes"].includes(path));
// With a trusted proxy, each request can have a different client address, so rate limits don't hide the result.
const server = await startServer({ TRUST_PROXY: "1" });
const { app } = server;
const { therapist, order, starts } = await seedClinic(app);
const booked = await seedOrder(app);
const visit = await seedVisit(app, {
  order_id: booked.id,
  therapist_id: therapist.id,
  start_at: starts[0] ?? 0,
});
const clients = {
  staff: new Client(server.url),
  patient: new Client(server.url),
  anonymous: new Client(server.url),
};
const user = await seedUser(app, ["admin", "supervisor", "therapist"]);
await signInStaff(app, clients.staff, user.id);
const token = clients.staff.cookies.get("firstnight");
await signInPatient(app, clients.patient, order.id);

/** Returns a client with access, so that the server reads the input. */
function clientFor({ allow }: ApiCall): Client {
  if (allow === "anyone") return clients.anonymous;
  return allow.includes("admin") ? clients.staff : clients.patient;
}

const hostile: unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  Number.MAX_SAFE_INTEGER + 2,
  ...hostileTexts,
  [],
  [[]],
  ["a", null, {}],
  {},
  { $gt: "" },
  { length: 3, toString: 1 },
];
// Valid values by name, because a call with only one invalid value runs the most code.
const valid: Record<string, unknown[]> = {
  id: [visit.id, String(visit.id), 1, 999_999],
  appointment_id: [visit.id, 999_999],
  patient_id: [order.patient_id, String(order.patient_id), booked.patient_id],
  brightree_db: [order.brightree_db],
  db: [order.brightree_db],
  sales_order_no: [order.sales_order_no, Number(booked.sales_order_no)],
  therapist: [therapist.name],
  datetime: [starts[0], starts[1], starts[9], app.clock.now() - 1000].map((at) => iso(at ?? 0)),
  end: [iso((starts[1] ?? 0) + 1)],
  from: ["2026-03-02", iso(app.clock.now())],
  to: ["2026-03-09", iso(app.clock.now() - 1)],
  region: ["NC"],
  limit: [1, "10"],
  before: [1, "100"],
  version: [1, "1", 2],
  sms_consent: [true, "on", false],
  idempotency_key: ["a-key-of-the-page", "another-key"],
  meeting_link: ["https://meet.example/room"],
  phone: [order.phone, "(919) 555-0142"],
  email: [order.email, user.email],
  channel: ["sms", "email"],
  password: [user.password, "a long enough password too"],
  code: ["000000", "123 456", "abcdefghijkmnpqrstuv"],
  token: ["x".repeat(43)],
  action: ["UI_LOGIN_ERROR"],
  phone_last4: ["1003"],
  dob: [order.dob],
  status: ["submitted"],
  step: [4, "5"],
};
const anything = fc.oneof(
  fc.constantFrom<unknown>(...hostile, ...Object.values(valid).flat()),
  fc.jsonValue({ maxDepth: 2 }),
);

const valueFor = (name: string) =>
  fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom<unknown>(...(valid[name] ?? hostile)) },
    { weight: 1, arbitrary: anything },
    { weight: 1, arbitrary: fc.constant(undefined) },
  );

const inputFor = (names: string[]) =>
  fc.tuple(
    fc.record(Object.fromEntries(names.map((name) => [name, valueFor(name)]))),
    fc.dictionary(fc.constantFrom("__proto__", "constructor", "cursor", "x"), anything, { maxKeys: 2 }),
  );

/** Number of requests per call. Calls without input get a third as many. */
const runs = Number(process.env.RUNS ?? cases(9, 30));

const asText = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));

/** Encodes a value for a URL, which can't contain unpaired surrogates. */
const encoded = (value: unknown) =>
  encodeURIComponent((asText(value) || "0").slice(0, 2000).replace(/[\ud800-\udfff]/g, "?"));

async function send(call: ApiCall, input: Record<string, unknown>, run: number): Promise<Reply> {
  const path = call.path.replace(/:(\w+)/g, (_, name) => encoded(input[name] ?? "0"));
  const headers = { "x-forwarded-for": `203.0.${run >> 8}.${run & 255}` };
  if (call.verb !== "GET") {
    return clientFor(call).send(path, { method: call.verb, json: input, headers });
  }
  const query = Object.entries(input)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`);
  return clientFor(call).get(`${path}?${query.join("&")}`, headers);
}

// Tables that a rejected call may change: counters, logs, session state, and messages between instances.
const changeable = new Set<keyof Tables>([
  ...(["limits", "sessions", "audit_log", "ui_activity", "idempotency_keys"] as const),
  ...(["commit_marks", "leases"] as const),
]);
const tables = (await app.db.introspection.getTables({ withInternalKyselyTables: false })).filter(
  // Search indexes are updated with their tables and can't have triggers.
  ({ name, isView }) =>
    !isView && !changeable.has(name as keyof Tables) && name !== "migrations" && !name.includes("_fts"),
);
// Counts inserted, updated, and deleted rows, except updates of the outbox, which the delivery loop may make.
await sql`create table writes (count integer not null)`.execute(app.db);
await sql`insert into writes values (0)`.execute(app.db);
for (const { name } of tables) {
  for (const change of name === "outbox" ? ["insert", "delete"] : ["insert", "update", "delete"]) {
    await sql`create trigger ${sql.id(`count_${change}_${name}`)} after ${sql.raw(change)} on ${sql.table(name)}
      begin update writes set count = count + 1; end`.execute(app.db);
  }
}

/** Returns the number of writes so far. */
async function writes(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count from writes`.execute(app.db);
  return rows[0]?.count ?? Number.NaN;
}

/** Opens new sessions, because a call may have ended the old ones, for example by changing the password. */
async function signInAgain(): Promise<void> {
  await app.db.deleteFrom("sessions").execute();
  await signInStaff(app, clients.staff, user.id);
  await signInPatient(app, clients.patient, order.id);
  clients.anonymous.cookies.clear();
}

describe.each(calls)("$verb $path", (call) => {
  test("no input causes a server error, errors are JSON, and a rejected call changes nothing", async () => {
    let run = 0;
    let signedIn = false;
    await fc.assert(
      fc.asyncProperty(inputFor(call.names), async ([known, unknown]) => {
        run += 1;
        if (!signedIn) await signInAgain();
        const before = await writes();
        const reply = await send(call, { ...unknown, ...known }, run);
        // A rejected request doesn't end the session, and signing in again is slow on a database server.
        signedIn = reply.status >= 400 && reply.status !== 401;
        expect(reply.status).toBeLessThan(500);
        if (reply.status < 400) return;
        expect(reply.headers.get("content-type")).toMatch(/^application\/json/);
        expect(reply.json.error).toEqual(expect.any(String));
        expect(reply.text).not.toMatch(/SQLITE|node_modules|\bat \w+ \(/);
        // These are the schema library's default messages, which are written for programmers.
        expect(reply.text).not.toMatch(/Invalid (input|option|string)|Too (big|small):|: expected /);
        expect(await writes()).toBe(before);
      }),
      { seed: 20260302, numRuns: call.names.length > 0 ? runs : Math.ceil(runs / 3) },
    );
  });

  if (call.verb !== "GET")
    test("a body that isn't a JSON object is rejected", async () => {
      await signInAgain();
      const path = call.path.replace(/:\w+/g, "1");
      const as = (type: string, body: string, from: string) =>
        clientFor(call).send(path, {
          method: call.verb,
          body,
          headers: { "content-type": type, "x-forwarded-for": from },
        });
      for (const body of ["{", "[]", '"text"', "\u0000"]) {
        const reply = await as("application/json", body, "198.51.100.1");
        expect([body, reply.status]).toEqual([body, 400]);
        expect(reply.json.error).toEqual(expect.any(String));
      }
      expect((await as("text/plain", "{}", "198.51.100.2")).status).toBe(415);
      const large = await as(
        "application/json",
        JSON.stringify({ x: "x".repeat(256 * 1024) }),
        "198.51.100.3",
      );
      expect(large.status).toBe(413);
    });

  if (call.allow !== "anyone")
    test("a call without a valid session gets a 401 error in JSON", async () => {
      const stranger = new Client(server.url);
      const path = call.path.replace(/:\w+/g, "1");
      const credentials: Record<string, string>[] = [
        {},
        { cookie: `firstnight=${"x".repeat(43)}` },
        { authorization: "Bearer x" },
      ];
      for (const headers of credentials) {
        const json = call.verb === "GET" ? undefined : {};
        const reply = await stranger.send(path, { method: call.verb, json, headers });
        expect(reply.status).toBe(401);
        expect(reply.json.error).toEqual(expect.any(String));
      }
    });
});

test("the test covers API calls and has a valid session", () => {
  expect(calls.length).toBeGreaterThan(5);
  expect(token).toMatch(/^[\w-]{43}$/);
});
