import { expect, test } from "vitest";
import { iso } from "~/core/time";
import { linkCodeOf } from "~/orders/access/link-code.server";
import { guards } from "../../soak/ids/guards";
import { recordQueries } from "../../soak/ids/questions";
import { hasAllCases } from "../../support/cases";
import { Client } from "../../support/client";
import { openConversation, say } from "../../support/http-actions";
import { apiCalls, pageRoutes } from "../../support/routes";
import { onFile } from "../../support/scratch";
import {
  seedClinic,
  seedCompany,
  seedOrder,
  seedPasskey,
  seedSlots,
  seedTherapist,
  seedUser,
  seedVisit,
  signInPatient,
  signInStaff,
} from "../../support/seed";
import { startServer } from "../../support/server";

// Calls every route that accepts a name or an ID with other people's values and with unknown ones. A caller without
// access must get the same response for both and change nothing.

const queries = recordQueries();
// Queries are recorded in the SQLite binding, which a database server doesn't use.
const server = await startServer(onFile);
const { app } = server;
const { therapist: own, starts, database } = await seedClinic(app);
const mine = await seedOrder(app, { brightree_db: database });
await seedVisit(app, { order_id: mine.id, therapist_id: own.id, start_at: starts[6] ?? 0 });
await app.db.transaction().execute((trx) => linkCodeOf({ trx, app }, mine.id));
const waiting = await seedOrder(app, { brightree_db: database });

async function seedOthers() {
  await app.db
    .insertInto("databases")
    .values({ name: "OTHR", company_id: await seedCompany(app) })
    .execute();
  // Numbers that appear nowhere else in a response.
  const therapist = await seedTherapist(app, { id: 7_654_301, name: "Olive Other", region: "SC" });
  await seedSlots(app, therapist, starts);
  const order = await seedOrder(app, {
    id: 7_654_302,
    patient_id: 7_654_303,
    sales_order_no: "7654304",
    brightree_db: "OTHR",
    phone: "+19195558001",
  });
  const visit = await seedVisit(app, {
    id: 7_654_305,
    order_id: order.id,
    therapist_id: therapist.id,
    start_at: starts[12] ?? 0,
  });
  await app.db
    .insertInto("threads")
    .values({ id: 7_654_350, phone: order.phone ?? "", created_at: app.clock.now() })
    .execute();
  await say(app, order.phone ?? "", "Hello");
  const conversation = await openConversation(app, order.phone ?? "");
  const user = await seedUser(app, ["therapist"], { id: 7_654_390 });
  const passkey = await seedPasskey(app, user.id, 7_654_395);
  const session = new Client(server.url);
  await signInStaff(app, session, user.id);
  return { therapist, order, visit, thread: conversation, user, passkey };
}
const others = await seedOthers();

const users = {
  therapist: await seedUser(app, ["therapist"]),
  "therapist without a profile": await seedUser(app, ["therapist"]),
  staff: await seedUser(app, ["staff"]),
};
await app.db
  .updateTable("therapists")
  .set({ user_id: users.therapist.id })
  .where("id", "=", own.id)
  .execute();

const people = [
  "therapist",
  "therapist without a profile",
  "staff",
  "patient by code",
  "patient by link",
  "patient by query",
  "anonymous",
] as const;

async function enter(who: (typeof people)[number]): Promise<Client> {
  const client = new Client(server.url);
  if (who in users) await signInStaff(app, client, users[who as keyof typeof users].id);
  const way = /^patient by (code|link|query)$/.exec(who)?.[1] as "code" | "link" | "query" | undefined;
  if (way) await signInPatient(app, client, mine.id, way);
  return client;
}

const missing = 987_654_321;
/** Other people's values, each paired with an unknown value of the same kind. */
const ids: Record<string, [theirs: string | number, unknown: string | number]> = {
  appointment_id: [others.visit.id, missing],
  patient_id: [others.order.patient_id, missing],
  pid: [others.order.patient_id, missing],
  sales_order_no: [others.order.sales_order_no ?? "", String(missing)],
  so: [others.order.sales_order_no ?? "", String(missing)],
  therapist: [others.therapist.name, "Unknown Person"],
  thread_id: [others.thread.id, missing],
  user_id: [others.user.id, missing],
  order: [others.order.id, missing],
  visit: [others.visit.id, missing],
  made: [others.visit.id, missing],
};
const idOf = (path: string): [string | number, string | number] => {
  if (/sms|messages/.test(path)) return [others.thread.id, missing];
  if (/[?]order=:id/.test(path)) return [others.order.id, missing];
  if (/therapists|therapist=/.test(path)) return [others.therapist.id, missing];
  if (/users/.test(path)) return [others.user.id, missing];
  if (/api\/sessions/.test(path)) return [1, missing];
  if (/passkeys/.test(path)) return [others.passkey, missing];
  if (path === "/api/appointments/:id") return [others.visit.id, missing];
  return [others.visit.id, missing];
};

// All other values are valid, so only the ID matters.
const validValues: Record<string, unknown> = {
  brightree_db: database,
  db: database,
  datetime: iso(starts[20] ?? 0),
  fromDate: "2026-03-04",
  toDate: "2026-03-05",
  days: [3, 4],
  sms_consent: true,
  meeting_link: "https://meet.example/a",
  reason: "other",
  body: "Hello",
  notes: "none",
  tag: "late",
  color: "red",
  granted: true,
  channel: "phone",
  org: "0123",
  date: "2026-03-05",
  time: "10:00",
  act: "remove",
  kind: "ics",
  urgent: "on",
  url: "https://calendar.example/busy.ics",
  user: "",
  password: "",
};

const theirs = new Set(
  [...Object.values(ids).map(([one]) => one), others.therapist.id]
    .filter((one) => one !== missing)
    .map(String),
);

interface RouteCall {
  verb: string;
  path: string;
  names: string[];
  form: boolean;
}

const calls: RouteCall[] = (await apiCalls())
  .filter(({ path }) => !["/api/sms/stream", "/api/changes"].includes(path))
  .map(({ verb, path, names }) => ({ verb, path, names, form: false }));
const pages: RouteCall[] = (await pageRoutes()).flatMap(({ path, acceptsForms }) =>
  (acceptsForms ? ["GET", "POST"] : ["GET"]).map((verb) => ({
    verb,
    path,
    names: Object.keys(ids),
    form: true,
  })),
);
// Pages that accept a therapist's ID instead of a name, or a visit's or an order's ID.
const byNumber: RouteCall[] = [
  "GET /therapist?therapist=:id",
  "GET /therapist/day?therapist=:id",
  `GET /new-appointment?order=${waiting.id}&therapist=:id`,
  `POST /new-appointment?order=${waiting.id}&therapist=:id&date=2026-03-05&slot=other&time=10:00`,
  "GET /therapist?visit=:id",
  "GET /new-appointment?order=:id",
  `POST /new-appointment?order=:id&therapist=${own.id}&date=2026-03-05&slot=other&time=10:00&accept=on`,
].map((route) => {
  const [verb = "", path = ""] = route.split(" ");
  return { verb, path, names: [], form: false };
});
const routes = [...calls, ...pages, ...byNumber].filter(
  ({ path, names }) => /:(id|conversationId)/.test(path) || names.some((name) => name in ids),
);

/** Returns all records of other people. */
async function othersState(): Promise<string> {
  const { visit, therapist, order, thread: conversation, user } = others;
  const rows = (table: "visits" | "orders" | "therapists" | "threads" | "users", id: number) =>
    app.db.selectFrom(table).selectAll().where("id", "=", id).execute();
  const found = await Promise.all([
    rows("visits", visit.id),
    rows("orders", order.id),
    rows("therapists", therapist.id),
    rows("threads", conversation.id),
    rows("users", user.id),
    app.db.selectFrom("slots").selectAll().where("therapist_id", "=", therapist.id).execute(),
    app.db.selectFrom("messages").selectAll().where("thread_id", "=", conversation.id).execute(),
    app.db.selectFrom("user_roles").selectAll().where("user_id", "=", user.id).execute(),
    app.db.selectFrom("passkeys").select("id").where("user_id", "=", user.id).execute(),
    app.db.selectFrom("sessions").select("id").where("user_id", "=", user.id).execute(),
  ]);
  return JSON.stringify(found);
}

/** The schedule shows the name of every therapist. */
const namesOn = (path: string) => (path.startsWith("/schedule") ? [others.therapist.name] : []);

async function ask(who: (typeof people)[number], { verb, path, names, form }: RouteCall, side: 0 | 1) {
  const client = await enter(who);
  const [id, ...others] = [idOf(path)[side]];
  expect(others).toEqual([]);
  const address = path
    .replace(/:(id|conversationId)\??/, String(id))
    .replace(":calendar_id", "1")
    .replace(/:\w+/, "nothing-of-this-name");
  // Patients know the names of therapists, because they choose one.
  const given = names.filter((name) => name in ids || name in validValues);
  const valueFor = (name: string) =>
    name === "therapist" && who.startsWith("patient")
      ? "Unknown Person"
      : (ids[name]?.[side] ?? validValues[name]);
  const fields = Object.fromEntries(
    [...given, ...(form ? Object.keys(validValues) : [])].map((name) => [name, valueFor(name)]),
  );
  const plain = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
  queries.length = 0;
  const reply =
    verb === "GET"
      ? await client.get(`${address}${address.includes("?") ? "&" : "?"}${new URLSearchParams(plain)}`)
      : await client.send(address, { method: verb, ...(form ? { form: plain } : { json: fields }) });
  const questions = queries
    .splice(0)
    .filter(({ values }) => values.some((value) => theirs.has(String(value))))
    // A plus keeps SQLite from planning again for each value.
    .map(({ sql }) => sql.replaceAll("+?", "?"));
  // Links and fields repeat the requested values. The rest of the response must be identical.
  const text = [String(id), ...namesOn(path), ...Object.keys(ids).map((name) => String(valueFor(name)))]
    .sort((a, b) => b.length - a.length)
    .reduce(
      (text, value) =>
        text
          .replaceAll(encodeURIComponent(value), "…")
          .replaceAll(value.replaceAll(" ", "+"), "…")
          .replaceAll(value, "…"),
      `${reply.text} ${reply.location ?? ""}`,
    )
    .replace(/nonce="[^"]*"/g, "")
    .replace(/"(nonce|key|idempotency_key)":"[^"]*"/g, "")
    .replace(/value="[\w-]{36}"/g, "")
    .replace(/name="page_token" value="\w+"/g, "");
  return { status: reply.status, text, questions };
}

interface Attempt {
  who: string;
  route: string;
  status: number;
  /** The database queries about other people's records. */
  questions: string[];
}
const attempts: Attempt[] = [];

function difference(one: string, other: string): string {
  let at = 0;
  while (one[at] === other[at]) at += 1;
  const from = (text: string) => text.slice(Math.max(0, at - 60), at + 80);
  return `${from(one)} | ${from(other)}`;
}

const patients = people.filter((who) => who.startsWith("patient"));

/** In `npm test`, each kind of patient session calls another third of the routes. */
const isTried = (who: (typeof people)[number], nth: number) =>
  hasAllCases || !patients.includes(who) || nth % patients.length === patients.indexOf(who);

test.each(people)(
  "for %s, other people's records look like unknown ones, and nothing changes",
  async (who) => {
    const before = await othersState();
    const differ: string[] = [];
    for (const route of routes.filter((_, nth) => isTried(who, nth))) {
      const theirs = await ask(who, route, 0);
      attempts.push({ who, route: `${route.verb} ${route.path}`, ...theirs });
      const unknown = await ask(who, route, 1);
      const name = `${route.verb} ${route.path}`;
      if (theirs.status !== unknown.status) differ.push(`${name}: ${theirs.status} and ${unknown.status}`);
      else if (theirs.text !== unknown.text)
        differ.push(`${name}: different text: ${difference(theirs.text, unknown.text)}`);
      // A change by a GET request is noticed after the next other request.
      if (route.verb !== "GET" && (await othersState()) !== before) differ.push(`${name} changed something`);
    }
    if ((await othersState()) !== before) differ.push("the last request changed something");
    expect(differ).toEqual([]);
  },
  240_000,
);

test("the test covers many routes", () => {
  expect(routes.length).toBeGreaterThan(80);
});

const guardsOf = ({ questions }: Attempt) => [
  ...new Set(
    questions.map(
      (sql) => Object.entries(guards).find(([, { query }]) => query?.test(sql))?.[0] ?? `none, but ${sql}`,
    ),
  ),
];

test("all routes use the same guard to check who owns an ID", () => {
  const odd = attempts.filter(
    (attempt) => guardsOf(attempt).length > 1 || /none/.test(guardsOf(attempt).join()),
  );
  expect(odd.map((attempt) => [attempt.who, attempt.route, guardsOf(attempt)])).toEqual([]);
  const withoutQuery = attempts.filter(
    ({ who, route, status, questions }) =>
      /:(id|conversationId)/.test(route) &&
      questions.length === 0 &&
      ![302, 401, 403].includes(status) &&
      // The order is rejected first, so the therapist is never looked up.
      !(who === "therapist without a profile" && route.includes("/new-appointment")),
  );
  // These queries only search the caller's own sessions and passkeys, and classes that the caller can take a seat in.
  expect([...new Set(withoutQuery.map(({ route }) => route))].sort()).toEqual([
    "DELETE /api/sessions/:id",
    "GET /account/passkeys/:id/remove",
    "GET /schedule/classes/:id",
    "POST /account/passkeys/:id/remove",
    "POST /schedule/classes/:id",
  ]);
});

test("the every-id soak tests every ownership check", () => {
  for (const [guard, { query, walks }] of Object.entries(guards)) {
    if (!query || walks.some(({ opensSessions }) => opensSessions)) continue;
    const covered = new Set(walks.flatMap(({ people }) => people));
    const callers = attempts.filter((one) => guardsOf(one).includes(guard)).map(({ who }) => who);
    expect(callers.length, guard).toBeGreaterThan(0);
    expect(
      callers.filter((who) => !covered.has(who)),
      guard,
    ).toEqual([]);
  }
});
