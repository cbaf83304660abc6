import { createHash } from "node:crypto";
import { dirname } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { type App, openApp } from "~/boot/app.server";
import { iso } from "~/core/time";
import { openSession } from "~/db/sessions.server";
import { openClinic } from "../bench/clinic.mjs";
import { Client } from "../support/client";
import { apiCalls, pageDoors } from "../support/doors";
import { atEnd, scratchConfig, testClock } from "../support/scratch";

// Of each door and each kind of people so many ids, all others: 100 of them miss a fault that one id in fifty has
// with a chance of 13 %, and there are more than a thousand pairs of a door and a kind of people.
const samples = Number(process.env.AMOUNT ?? 100);
const missing = 987_654_321;
// So many are asked at once: the server is the one that is waited for.
const atOnce = 8;

/** Somebody else's: the ids that lead to it, and what nobody may learn of it. */
interface Theirs {
  ids: Record<string, string | number>;
  marks: string[];
}

interface Own {
  orderId: number;
  therapistId: number;
  userIds: number[];
}

/** Visits, people and conversations that belong to others than these, from all over the large demo. */
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
    marks: [row.email ?? "", row.uid].filter((mark) => mark.length > 6),
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

/** All that is written down of others, in one word; what the server does by itself is left out. */
async function stateOf(app: App, { orderId, therapistId, userIds }: Own): Promise<string> {
  const digest = createHash("sha256");
  const own = userIds.join();
  for (const theirs of [
    `select * from visits where order_id <> ${orderId} and therapist_id <> ${therapistId}`,
    `select * from orders where id <> ${orderId}`,
    `select * from therapists where id <> ${therapistId}`,
    `select * from users where id not in (${own})`,
    `select * from slots where therapist_id <> ${therapistId}`,
    "select id, star_color, assignee_user_id, notes from threads",
    "select * from thread_tags",
    `select * from messages where author_user_id is not null`,
    "select id, phone, given, source from consents",
  ]) {
    const most = 20_000;
    for (let from = 0, size = most; size === most; from += most) {
      const { rows } = await sql.raw(`${theirs} order by 1, 2 limit ${most} offset ${from}`).execute(app.db);
      digest.update(JSON.stringify(rows));
      size = rows.length;
    }
  }
  return digest.digest("hex");
}

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

const outsiders = ["nobody", "patient by code", "patient by link", "patient by query", "therapist", "staff"];
const insiders = ["supervisor", "admin"];

test(`${samples} ids for each door and each kind of people in the large demo tell those nothing whom they don't concern, and are theirs to change by nobody`, async () => {
  let prepared: { app: App; tokens: Map<string, string>; own: Own } | undefined;
  const clinic = await openClinic(
    { DEMO_SCALE: "large", TRUST_PROXY: "1" },
    {
      prepare: async (file: string) => {
        const config = scratchConfig({ DATA_DIR: dirname(file), APP_SECRET: "" });
        const app = openApp(config, testClock(Date.now()));
        const withRole = async (role: "therapist" | "staff" | "supervisor" | "admin") =>
          (
            await app.db
              .selectFrom("user_roles")
              .select("user_id")
              .where("role", "=", role)
              .orderBy("user_id", "desc")
              .executeTakeFirstOrThrow()
          ).user_id;
        const therapistUser = await withRole("therapist");
        const therapist = await app.db
          .selectFrom("therapists")
          .select("id")
          .where("user_id", "=", therapistUser)
          .executeTakeFirst();
        const order = await app.db
          .selectFrom("visits")
          .select("order_id")
          .where("status", "=", "submitted")
          .executeTakeFirstOrThrow();
        const roles = ["staff", "supervisor", "admin"] as const;
        const users = new Map(
          await Promise.all(roles.map(async (role) => [role, await withRole(role)] as const)),
        );
        const userIds = [therapistUser, ...users.values()];
        const own = { orderId: order.order_id, therapistId: therapist?.id ?? 0, userIds };
        const open = (opening: Parameters<typeof openSession>[1]) =>
          app.db
            .transaction()
            .execute((trx) => openSession(trx, opening, { now: Date.now(), address: null, agent: null }));
        const tokens = new Map<string, string>();
        for (const way of ["code", "link", "query"] as const)
          tokens.set(`patient by ${way}`, await open({ kind: way, orderId: own.orderId }));
        for (const [role, userId] of users) tokens.set(role, await open({ kind: "staff", userId }));
        tokens.set("therapist", await open({ kind: "staff", userId: therapistUser }));
        prepared = { app, tokens, own };
      },
    },
  );
  atEnd(() => {
    clinic.kill();
    clinic.clear();
  });
  if (!prepared) throw new Error("Nothing was prepared.");
  const { app, tokens, own } = prepared;

  const calls = (await apiCalls())
    .filter(({ path }) => path !== "/api/sms/stream")
    .map((call) => ({ ...call, form: false }));
  const pages = (await pageDoors()).flatMap(({ path, takesForms }) =>
    (takesForms ? ["GET", "POST"] : ["GET"]).map((verb) => ({
      verb,
      path,
      names: ["visit", "order"],
      form: true,
    })),
  );
  const doors = [...calls, ...pages].filter(
    ({ path, names }) => /:(id|threadId)/.test(path) || names.some((name) => idNames.includes(name)),
  );
  // Those who may see everything: what they can do is theirs; no id of it is a fault.
  const reads = doors.filter(({ verb }) => verb === "GET");
  const theirs = await sampleOthers(
    app,
    own,
    samples * (outsiders.length * doors.length + insiders.length * reads.length),
  );
  const rest = {
    datetime: iso(Date.now() + 86_400_000),
    body: "Hello",
    meeting_link: "https://meet.example/a",
  };

  const before = await stateOf(app, own);
  const wrong: string[] = [];
  let asked = 0;
  let limited = 0;
  const walk = async (who: string, each: Theirs, { verb, path, names, form }: (typeof doors)[0]) => {
    // The doors out end a session, and the walk with it.
    if (/logout|sign-out/.test(path)) return;
    asked += 1;
    const client = new Client(clinic.url);
    const token = tokens.get(who);
    if (token) client.cookies.set("firstnight", token);
    const address = path.replace(/:(id|threadId)\??/, String(idOf(path, each))).replace(/:\w+\??/, "none");
    const given = Object.fromEntries(
      names.filter((name) => name in each.ids).map((name) => [name, each.ids[name]]),
    );
    const fields = { ...given, ...rest };
    const plain = Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, String(value)]));
    const name = `${who}: ${verb} ${address}`;
    // From another address each time: whoever tries many ids from one is stopped for that alone.
    const headers = { "x-forwarded-for": `10.${asked >> 16}.${(asked >> 8) & 255}.${asked & 255}` };
    const ask = () =>
      verb === "GET"
        ? client.get(`${address}?${new URLSearchParams(form ? plain : { ...plain, body: "" })}`, headers)
        : client.send(address, { method: verb, headers, ...(form ? { form: plain } : { json: fields }) });
    // A connection that was closed just when it was to be used again is asked for anew, once.
    const { status, text } = await ask()
      .catch(ask)
      .catch((cause: unknown) => {
        throw new Error(`${name} got no answer`, { cause });
      });
    if (status === 429) limited += 1;
    if (status >= 500 && ![502, 503, 504].includes(status)) wrong.push(`${name} answered ${status}`);
    if (!outsiders.includes(who)) return;
    for (const mark of each.marks) if (text.includes(mark)) wrong.push(`${name} told ${mark}`);
  };
  let next = 0;
  const walkAll = async (people: string[], through: typeof doors) => {
    const steps = people.flatMap((who) =>
      through.flatMap((door) => Array.from({ length: samples }, () => ({ who, door }))),
    );
    const one = async () => {
      for (let step = steps.pop(); step; step = steps.pop()) {
        const each = theirs[next++ % theirs.length];
        if (each) await walk(step.who, each, step.door);
      }
    };
    await Promise.all(Array.from({ length: atOnce }, one));
    expect(wrong).toEqual([]);
  };
  await walkAll(outsiders, doors);
  expect(await stateOf(app, own)).toBe(before);
  await walkAll(insiders, reads);
  for (const [who, token] of tokens) {
    const client = new Client(clinic.url);
    client.cookies.set("firstnight", token);
    expect((await client.get("/api/session")).status, `${who} is still signed in`).toBe(200);
  }
  console.log(
    `${asked} requests about ${Math.min(asked, theirs.length)} visits of others and what belongs to them, by ${outsiders.length + insiders.length} kinds of people at ${doors.length} doors; ${limited} were answered that there were too many.`,
  );
  await app.close();
  await clinic.stop();
});
