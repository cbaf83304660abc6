import { join } from "node:path";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { openSession } from "~/accounts/sessions.server";
import { verifyAudit } from "~/audit/verify-audit.server";
import { type App, openApp } from "~/boot/app.server";
import { linkCodeOf } from "~/orders/access/link-code.server";
import { Client } from "../support/client";
import { eventually } from "../support/eventually";
import { startFakeTwilio } from "../support/fake-twilio";
import { freePort } from "../support/free-port";
import { onFile, scratchConfig, scratchFolder, testClock } from "../support/scratch";
import { seedOrder, seedSlots, seedTherapist, seedUser, signInPatient } from "../support/seed";
import { runCommand, spawnServer } from "../support/server";
import { type Acknowledged, between, keepBusy, seedCrowd } from "./mixed-load";
import { findLost } from "./whole";

const rounds = Number(process.env.AMOUNT ?? 5);

interface Round {
  acknowledged: number;
  /** Attempts that were refused while the company was frozen. */
  refused: number;
  texts: number;
  /** Seconds from the freeze until the links lead to the new cell. */
  frozenFor: number;
}

async function cell(shared: Record<string, string>) {
  const port = String(await freePort());
  const environment: Record<string, string> = {
    ...onFile,
    ...shared,
    DATA_DIR: scratchFolder(),
    PORT: port,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    QUIET_HOURS: "off",
  };
  return { environment, url: environment.PUBLIC_URL ?? "" };
}

/** A second company, which stays in the old cell, with one patient. */
async function seedNeighbor(app: App) {
  const { id: company_id } = await app.db
    .insertInto("companies")
    .values({ name: "Neighbor", phone: "+19195550101" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await app.db.insertInto("databases").values({ name: "NEXT", company_id }).execute();
  const therapist = await seedTherapist(app, { company_id });
  await seedSlots(app, therapist, [app.clock.now() + 50 * 3_600_000]);
  return seedOrder(app, { brightree_db: "NEXT", phone: "+12125550199" });
}

const withoutIds = (app: App) =>
  app.db
    .selectFrom("visits")
    .innerJoin("therapists", "therapists.id", "visits.therapist_id")
    .innerJoin("orders", "orders.id", "visits.order_id")
    .select([
      "uid",
      "visits.status",
      "visits.version",
      "start_at",
      "therapists.name",
      "orders.sales_order_no",
    ])
    .where("visits.brightree_db", "=", "QHMS")
    .orderBy("uid")
    .execute();

/** The same patients in the new cell, signed in again. */
async function crowdIn(app: App, { therapists, crowd }: Awaited<ReturnType<typeof seedCrowd>>) {
  const open = (opening: Parameters<typeof openSession>[1]) =>
    app.db
      .transaction()
      .execute((trx) => openSession(trx, opening, { now: app.clock.now(), address: null, agent: null }));
  const supervisor = await seedUser(app, ["supervisor"]);
  const orders = await app.db.selectFrom("orders").select(["id", "patient_id"]).execute();
  const idOf = new Map(orders.map(({ id, patient_id }) => [patient_id, id]));
  const moved = [];
  for (const { order } of crowd) {
    const id = idOf.get(order.patient_id) ?? 0;
    moved.push({
      order: { ...order, id },
      token: await open({ kind: "link", orderId: id }),
      visit: null,
    });
  }
  return { therapists, crowd: moved, staff: await open({ kind: "staff", userId: supervisor.id }) };
}

/** Moves a company from one server to another while its patients and staff keep trying. */
async function moveUnderLoad(): Promise<Round> {
  const twilio = await startFakeTwilio(({ nth }) => ({ delay: (nth * 7) % 40 }));
  const from = await cell(twilio.environment);
  const to = await cell({
    ...twilio.environment,
    APP_SECRET: "the new secret that only the soak test knows",
  });
  const old = openApp(scratchConfig(from.environment), testClock(Date.now()));
  const crowd = await seedCrowd(old, 200);
  const { name } = await old.db.selectFrom("companies").select("name").executeTakeFirstOrThrow();
  const neighbor = await seedNeighbor(old);
  const [first] = crowd.crowd;
  if (!first) throw new Error("The crowd is empty.");
  const link = await old.db.transaction().execute((trx) => linkCodeOf({ trx, app: old }, first.order.id));
  const server = await spawnServer(from.environment);

  const acknowledged: Acknowledged[] = [];
  const busy = keepBusy(server.url, crowd, acknowledged, Date.now, 20);
  await new Promise((resolve) => setTimeout(resolve, between(2000, 5000)));

  const began = performance.now();
  const run = async (environment: Record<string, string>, ...args: string[]) => {
    const { code, output } = await runCommand(args, environment);
    expect(code, output).toBe(0);
  };
  await run(from.environment, "company:freeze", name);
  const frozenAt = acknowledged.length;
  const before = busy.results.requests;
  const file = join(scratchFolder(), "company.jsonl");
  await run(from.environment, "company:export", name, file);
  const kept = await withoutIds(old);
  const next = openApp(scratchConfig(to.environment), testClock(Date.now()));
  await seedUser(next, ["admin"]);
  await run(to.environment, "company:import", file);
  expect(await withoutIds(next)).toEqual(kept);
  expect(await findLost(old, acknowledged)).toEqual([]);
  const movedCrowd = await crowdIn(next, crowd);
  const newServer = await spawnServer(to.environment);
  await run(from.environment, "company:moved", name, to.url);
  await eventually(
    () => new Client(from.url).get(`/schedule/${link}`),
    ({ status, headers }) => status === 307 && headers.get("location") === `${to.url}/schedule/${link}`,
  );
  const frozenFor = (performance.now() - began) / 1000;
  const refused = busy.results.requests - before;
  await busy.stop();
  expect(busy.results.faults).toEqual([]);
  // Since the freeze, only repeated requests were acknowledged, which change nothing.
  const known = new Set(acknowledged.slice(0, frozenAt).map(({ visit }) => `${visit?.id} ${visit?.version}`));
  const changed = acknowledged
    .slice(frozenAt)
    .filter(({ visit, text }) => text !== undefined || !known.has(`${visit?.id} ${visit?.version}`));
  expect(changed).toEqual([]);
  expect((await new Client(to.url).get(`/schedule/${link}`)).status).toBe(200);
  const stays = new Client(from.url);
  await signInPatient(old, stays, neighbor.id);
  expect((await stays.get("/schedule")).status).toBe(200);

  const after: Acknowledged[] = [];
  const busyAgain = keepBusy(newServer.url, movedCrowd, after, Date.now, 20);
  await new Promise((resolve) => setTimeout(resolve, 2000));
  await busyAgain.stop();
  expect(busyAgain.results.faults).toEqual([]);
  expect(after.length).toBeGreaterThan(0);
  const rows = (app: App) =>
    app.db.selectFrom("outbox").select(["status", "provider_id", "channel"]).execute();
  await eventually(
    () => rows(next),
    (all) => all.every(({ status }) => status !== "queued" && status !== "sending"),
    600,
  );
  await Promise.all([server.end(), newServer.end()]);
  expect(await findLost(next, after)).toEqual([]);
  expect((await sql`pragma integrity_check`.execute(next.db)).rows).toEqual([{ integrity_check: "ok" }]);
  for (const app of [old, next]) expect((await verifyAudit(app)).problems).toEqual([]);
  // The new cell has one row for each text at the provider, and the old cell sent nothing after the export.
  const sids = (await rows(next)).flatMap(({ channel, provider_id }) =>
    channel === "sms" && provider_id ? [provider_id] : [],
  );
  expect(sids.toSorted()).toEqual(twilio.messages.map(({ sid }) => sid).toSorted());
  const words = twilio.messages.map(({ body }) => body).filter((body) => body.startsWith("words "));
  expect(new Set(words).size).toBe(words.length);
  const sent = [...acknowledged, ...after].flatMap(({ text }) => text ?? []);
  expect(sent.filter((text) => !words.includes(text))).toEqual([]);
  expect(await next.db.selectFrom("outbox").select("id").where("possibly_sent", "=", 1).execute()).toEqual(
    [],
  );
  await Promise.all([old.close(), next.close()]);
  return { acknowledged: acknowledged.length + after.length, refused, texts: sids.length, frozenFor };
}

test(`a company moves to another cell under load, in ${rounds} rounds, and nothing is lost or sent twice`, async () => {
  const results: Round[] = [];
  for (let round = 0; round < rounds; round++) results.push(await moveUnderLoad());
  const sum = (pick: (round: Round) => number) => results.reduce((all, round) => all + pick(round), 0);
  const times = results.map(({ frozenFor }) => frozenFor).toSorted((a, b) => a - b);
  console.log(
    [
      `${rounds} moves, ${sum(({ acknowledged }) => acknowledged)} acknowledged changes: 0 lost, 0 doubled`,
      `${sum(({ texts }) => texts)} texts at the provider: 0 lost, 0 doubled`,
      `${sum(({ refused }) => refused)} attempts during the freezes: none acknowledged`,
      `seconds frozen: median ${times[Math.floor(rounds / 2)]?.toFixed(1)}, most ${times.at(-1)?.toFixed(1)}`,
    ].join("\n"),
  );
});
