import { dirname } from "node:path";
import { expect, test } from "vitest";
import { type App, openApp } from "~/boot/app.server";
import { iso } from "~/core/time";
import { openSession } from "~/db/sessions.server";
import { openClinic } from "../bench/clinic.mjs";
import { Client } from "../support/client";
import { apiCalls, pageDoors } from "../support/doors";
import { atEnd, scratchConfig, testClock } from "../support/scratch";

const samples = Number(process.env.AMOUNT ?? 10);
const missing = 987_654_321;

/** Somebody else's: the ids that lead to it, and what nobody may learn of it. */
interface Theirs {
  ids: Record<string, string | number>;
  marks: string[];
}

/** Visits, people and conversations that belong to others than these, from all over the large demo. */
async function sampleOthers(app: App, not: { orderId: number; therapistId: number }): Promise<Theirs[]> {
  const { rows: total } = await app.db
    .selectFrom("visits")
    .select((row) => row.fn.max("id").as("most"))
    .execute()
    .then((rows) => ({ rows }));
  const step = Math.floor((total[0]?.most ?? 0) / samples);
  const found: Theirs[] = [];
  for (let nth = 0; nth < samples; nth++) {
    const visit = await app.db
      .selectFrom("visits")
      .innerJoin("orders", "orders.id", "visits.order_id")
      .innerJoin("therapists", "therapists.id", "visits.therapist_id")
      .select([
        "visits.id",
        "orders.patient_id",
        "orders.sales_order_no",
        "orders.brightree_db",
        "orders.email",
        "orders.phone",
        "orders.id as order_id",
        "therapists.id as therapist_id",
        "therapists.name as therapist",
        "therapists.user_id",
        "visits.uid",
      ])
      .where("visits.id", ">=", nth * step + 1 + (nth % 7))
      .where("visits.order_id", "<>", not.orderId)
      .where("visits.therapist_id", "<>", not.therapistId)
      .orderBy("visits.id")
      .executeTakeFirstOrThrow();
    const thread = await app.db
      .selectFrom("threads")
      .select("id")
      .where("phone", "=", visit.phone ?? "")
      .executeTakeFirst();
    found.push({
      ids: {
        visit: visit.id,
        appointment_id: visit.id,
        patient_id: visit.patient_id,
        pid: visit.patient_id,
        sales_order_no: visit.sales_order_no ?? "",
        so: visit.sales_order_no ?? "",
        brightree_db: visit.brightree_db,
        db: visit.brightree_db,
        therapist: visit.therapist,
        therapist_id: visit.therapist_id,
        thread_id: thread?.id ?? missing,
        user_id: visit.user_id ?? missing,
        order: visit.order_id,
      },
      marks: [visit.email ?? "", visit.uid].filter((mark) => mark.length > 6),
    });
  }
  return found;
}

const idOf = (path: string, { ids }: Theirs) =>
  /sms|messages/.test(path)
    ? ids.thread_id
    : /therapists/.test(path)
      ? ids.therapist_id
      : /users/.test(path)
        ? ids.user_id
        : ids.visit;

/** All that is written down of what was sampled. */
async function stateOf(app: App, theirs: Theirs[]): Promise<string> {
  const states: unknown[] = [];
  const all = (name: string) => theirs.map(({ ids }) => Number(ids[name]));
  for (const [table, name] of [
    ["visits", "visit"],
    ["orders", "order"],
    ["therapists", "therapist_id"],
    ["users", "user_id"],
    ["threads", "thread_id"],
  ] as const)
    states.push(await app.db.selectFrom(table).selectAll().where("id", "in", all(name)).execute());
  const slots = app.db.selectFrom("slots").select((row) => row.fn.countAll<number>().as("slots"));
  states.push(await slots.where("therapist_id", "in", all("therapist_id")).execute());
  const messages = app.db.selectFrom("messages").select((row) => row.fn.countAll<number>().as("messages"));
  states.push(await messages.where("thread_id", "in", all("thread_id")).execute());
  return JSON.stringify(states);
}

const outsiders = ["nobody", "patient by code", "patient by link", "patient by query", "therapist", "staff"];
const insiders = ["supervisor", "admin"];

test(`${samples} ids of each kind in the large demo tell those nothing whom they don't concern, and are theirs to change by nobody`, async () => {
  let prepared:
    | { app: App; tokens: Map<string, string>; own: { orderId: number; therapistId: number } }
    | undefined;
  const clinic = await openClinic(
    { DEMO_SCALE: "large" },
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
        const own = { orderId: order.order_id, therapistId: therapist?.id ?? 0 };
        const open = (opening: Parameters<typeof openSession>[1]) =>
          app.db
            .transaction()
            .execute((trx) => openSession(trx, opening, { now: Date.now(), address: null, agent: null }));
        const tokens = new Map<string, string>();
        for (const way of ["code", "link", "query"] as const)
          tokens.set(`patient by ${way}`, await open({ kind: way, orderId: own.orderId }));
        for (const role of ["staff", "supervisor", "admin"] as const)
          tokens.set(role, await open({ kind: "staff", userId: await withRole(role) }));
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
  const theirs = await sampleOthers(app, own);

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
    ({ path, names }) => /:(id|threadId)/.test(path) || names.some((name) => name in (theirs[0]?.ids ?? {})),
  );
  const rest = {
    datetime: iso(Date.now() + 86_400_000),
    body: "Hello",
    meeting_link: "https://meet.example/a",
  };

  const before = await stateOf(app, theirs);
  const wrong: string[] = [];
  let asked = 0;
  const walk = async (who: string, each: Theirs, { verb, path, names, form }: (typeof doors)[0]) => {
    // The one door of a whole company's addresses: a session that is ended there ends the walk.
    if (/logout|sign-out/.test(path)) return;
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
    const answer =
      verb === "GET"
        ? client.get(`${address}?${new URLSearchParams(form ? plain : { ...plain, body: "" })}`)
        : client.send(address, { method: verb, ...(form ? { form: plain } : { json: fields }) });
    const { status, text } = await answer.catch((cause: unknown) => {
      throw new Error(`${name} got no answer`, { cause });
    });
    asked += 1;
    if (status >= 500 && ![502, 503, 504].includes(status)) wrong.push(`${name} answered ${status}`);
    if (!outsiders.includes(who)) return;
    for (const mark of each.marks) if (text.includes(mark)) wrong.push(`${name} told ${mark}`);
  };
  for (const who of outsiders)
    for (const each of theirs) for (const door of doors) await walk(who, each, door);
  expect(wrong).toEqual([]);
  expect(await stateOf(app, theirs)).toBe(before);
  // Those who may see everything: what they can do is theirs; no id of it is a fault.
  for (const who of insiders)
    for (const each of theirs)
      for (const door of doors.filter(({ verb }) => verb === "GET")) await walk(who, each, door);
  expect(wrong).toEqual([]);
  console.log(
    `${asked} requests of ${outsiders.length + insiders.length} kinds of people at ${doors.length} doors.`,
  );
  await app.close();
  await clinic.stop();
});
