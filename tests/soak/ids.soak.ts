import { sql } from "kysely";
import { expect, test } from "vitest";
import type { App } from "~/boot/app.server";
import { iso } from "~/core/time";
import { Client } from "../support/client";
import { apiCalls, pageRoutes } from "../support/routes";
import { type Own, openLargeClinic, stateOf } from "./ids/large-clinic";

// How many of other users' IDs each kind of user tries on each route. If 1 in 50 IDs were affected by a bug, 100 IDs
// would miss it with a probability of 13%, and there are over a thousand pairs of a route and a kind of user.
const samples = Number(process.env.AMOUNT ?? 100);
const missing = 987_654_321;
const parallelRequests = 8;

/** Another user's records: their IDs, and strings that must not appear in a response. */
interface Theirs {
  ids: Record<string, string | number>;
  secrets: string[];
}

/** Visits, people, and conversations of other users, sampled across the large demo. */
async function sampleOthers(app: App, own: Own, count: number): Promise<Theirs[]> {
  const visits = app.db
    .selectFrom("visits")
    .where("visits.order_id", "<>", own.orderId)
    .where("visits.therapist_id", "<>", own.therapistId);
  const { all } = await visits.select((row) => row.fn.countAll<number>().as("all")).executeTakeFirstOrThrow();
  const rows = await visits
    .innerJoin("orders", "orders.id", "visits.order_id")
    .innerJoin("therapists", "therapists.id", "visits.therapist_id")
    .leftJoin("threads", "threads.phone", "orders.phone")
    .select([
      "visits.id",
      "orders.patient_id",
      "orders.sales_order_no",
      "orders.brightree_db",
      "orders.email",
      "orders.id as order_id",
      "therapists.id as therapist_id",
      "therapists.name as therapist",
      "therapists.user_id",
      "threads.id as thread_id",
      "visits.uid",
    ])
    .where(sql<boolean>`visits.id % ${Math.max(1, Math.floor(all / count))} = 0`)
    .orderBy("visits.id")
    .execute();
  return rows.map((row) => ({
    ids: {
      visit: row.id,
      appointment_id: row.id,
      patient_id: row.patient_id,
      pid: row.patient_id,
      sales_order_no: row.sales_order_no ?? "",
      so: row.sales_order_no ?? "",
      brightree_db: row.brightree_db,
      db: row.brightree_db,
      therapist: row.therapist,
      therapist_id: row.therapist_id,
      thread_id: row.thread_id ?? missing,
      user_id: row.user_id ?? missing,
      order: row.order_id,
    },
    secrets: [row.email ?? "", row.uid].filter((secret) => secret.length > 6),
  }));
}

const idOf = (path: string, { ids }: Theirs) =>
  /sms|messages/.test(path)
    ? ids.thread_id
    : /therapists/.test(path)
      ? ids.therapist_id
      : /users/.test(path)
        ? ids.user_id
        : ids.visit;

const idNames = [
  "visit",
  "appointment_id",
  "patient_id",
  "pid",
  "sales_order_no",
  "so",
  "brightree_db",
  "db",
  "therapist",
  "therapist_id",
  "thread_id",
  "user_id",
  "order",
];

const outsiders = [
  "anonymous",
  "patient by code",
  "patient by link",
  "patient by query",
  "therapist",
  "staff",
];
const insiders = ["supervisor", "admin"];

test(`${samples} IDs per route and kind of user don't reveal or change other users' records in the large demo`, async () => {
  const { clinic, app, tokens, own } = await openLargeClinic();

  const calls = (await apiCalls())
    .filter(({ path }) => path !== "/api/sms/stream")
    .map((call) => ({ ...call, form: false }));
  const pages = (await pageRoutes()).flatMap(({ path, acceptsForms }) =>
    (acceptsForms ? ["GET", "POST"] : ["GET"]).map((verb) => ({
      verb,
      path,
      names: ["visit", "order"],
      form: true,
    })),
  );
  const routes = [...calls, ...pages].filter(
    ({ path, names }) => /:(id|conversationId)/.test(path) || names.some((name) => idNames.includes(name)),
  );
  // Supervisors and admins can see everything, so this only checks for server errors.
  const reads = routes.filter(({ verb }) => verb === "GET");
  const theirs = await sampleOthers(
    app,
    own,
    samples * (outsiders.length * routes.length + insiders.length * reads.length),
  );
  const rest = {
    datetime: iso(Date.now() + 86_400_000),
    body: "Hello",
    meeting_link: "https://meet.example/a",
  };

  const before = stateOf(clinic.file, own);
  const problems: string[] = [];
  let requestCount = 0;
  let limited = 0;
  const walk = async (who: string, each: Theirs, { verb, path, names, form }: (typeof routes)[0]) => {
    // Signing out would end the test.
    if (/logout|sign-out/.test(path)) return;
    requestCount += 1;
    const client = new Client(clinic.url);
    const token = tokens.get(who);
    if (token) client.cookies.set("firstnight", token);
    const address = path
      .replace(/:(id|conversationId)\??/, String(idOf(path, each)))
      .replace(/:\w+\??/, "none");
    const given = Object.fromEntries(
      names.filter((name) => name in each.ids).map((name) => [name, each.ids[name]]),
    );
    const fields = { ...given, ...rest };
    const plain = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
    const name = `${who}: ${verb} ${address}`;
    // Each request has a new address, because many IDs from one address are rate limited.
    const headers = {
      "x-forwarded-for": `10.${requestCount >> 16}.${(requestCount >> 8) & 255}.${requestCount & 255}`,
    };
    const sendRequest = () =>
      verb === "GET"
        ? client.get(`${address}?${new URLSearchParams(form ? plain : { ...plain, body: "" })}`, headers)
        : client.send(address, { method: verb, headers, ...(form ? { form: plain } : { json: fields }) });
    // The server can close a keep-alive connection just before it is used again, so the request is repeated once.
    const { status, text } = await sendRequest()
      .catch(sendRequest)
      .catch((cause: unknown) => {
        throw new Error(`${name} got no response`, { cause });
      });
    if (status === 429) limited += 1;
    if (status >= 500 && ![502, 503, 504].includes(status)) problems.push(`${name} returned ${status}`);
    if (!outsiders.includes(who)) return;
    for (const secret of each.secrets) if (text.includes(secret)) problems.push(`${name} revealed ${secret}`);
  };
  let next = 0;
  const walkAll = async (people: string[], through: typeof routes) => {
    const steps = people.flatMap((who) =>
      through.flatMap((route) => Array.from({ length: samples }, () => ({ who, route }))),
    );
    const one = async () => {
      for (let step = steps.pop(); step; step = steps.pop()) {
        const each = theirs[next++ % theirs.length];
        if (each) await walk(step.who, each, step.route);
      }
    };
    await Promise.all(Array.from({ length: parallelRequests }, one));
    expect(problems).toEqual([]);
  };
  await walkAll(outsiders, routes);
  expect(stateOf(clinic.file, own)).toBe(before);
  await walkAll(insiders, reads);
  for (const [who, token] of tokens) {
    const client = new Client(clinic.url);
    client.cookies.set("firstnight", token);
    expect((await client.get("/api/session")).status, `${who} is still signed in`).toBe(200);
  }
  console.log(
    `${requestCount} requests about ${Math.min(requestCount, theirs.length)} visits of other users, from ${outsiders.length + insiders.length} kinds of users on ${routes.length} routes; ${limited} were rate limited.`,
  );
});
