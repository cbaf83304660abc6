import { randomBytes, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { openSession } from "~/accounts/sessions.server";
import { type App, openApp } from "~/boot/app.server";
import { day, hour } from "~/core/time";
import { memoryOf } from "../bench/process.mjs";
import { Client } from "../support/client";
import { eventually } from "../support/eventually";
import { startFakeTwilio } from "../support/fake-twilio";
import { freePort } from "../support/free-port";
import { startMailServer } from "../support/mail-server";
import { scratchConfig, scratchFolder, testClock } from "../support/scratch";
import { seedOrder, seedUser } from "../support/seed";
import { spawnServer } from "../support/server";
import { connectDatabase, order, patient, simulatedClinic } from "../support/simulated-clinic";
import { modes as orderModes } from "../support/simulated-order-system";
import { faults as providerFaults, startFaultyProvider } from "./faults/faulty-provider";
import { browsePages } from "./faults/look-around";
import { limitMemory, makeMachine } from "./faults/machine";
import { type Acknowledged, keepBusy, seedCrowd } from "./mixed-load";
import { expectIntact } from "./whole";

const minutes = Number(process.env.AMOUNT ?? 3);
const megabytes = 256;

const portOf = (url: string) => Number(new URL(url).port);
const failures = Object.keys(providerFaults).filter(
  (fault) => fault !== "well",
) as (keyof typeof providerFaults)[];

/** Creates a clinic that reaches each provider through a faulty proxy. Tests control its clock and disk. */
async function openClinic() {
  const twilio = await startFakeTwilio(({ nth }) => ({ delay: (nth * 7) % 40 }));
  const mail = await startMailServer();
  const simulator = await simulatedClinic();
  const texts = await startFaultyProvider(portOf(twilio.url));
  const mails = await startFaultyProvider(portOf(mail.environment.SMTP_URL));
  const dataDir = scratchFolder();
  const machine = makeMachine(dataDir);
  const port = String(await freePort());
  const environment = {
    ...twilio.environment,
    ...mail.environment,
    TWILIO_API_BASE: `http://127.0.0.1:${texts.port}`,
    SMTP_URL: `smtp://127.0.0.1:${mails.port}?tls=off`,
    DATA_DIR: dataDir,
    PORT: port,
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    QUIET_HOURS: "off",
  };
  const app = openApp(scratchConfig(environment), testClock(Date.now()));
  const crowd = await seedCrowd(app, 200);
  const admin = await seedUser(app, ["admin"]);
  const supervisor = await seedUser(app, ["supervisor"]);
  const database = crowd.crowd[0]?.order.brightree_db ?? "";
  const number = String(order.key);
  await seedOrder(app, { patient_id: patient.key, sales_order_no: number, phone: null });
  await connectDatabase(app, simulator, database);
  const now = Date.now();
  await app.db
    .insertInto("order_reads")
    .values({ database_name: database, read_until: now - hour, due_at: now })
    .execute();
  const details = `/api/order-meta?db=${database}&pid=${patient.key}&so=${number}`;
  return {
    twilio,
    mail,
    simulator,
    texts,
    mails,
    machine,
    environment,
    app,
    crowd,
    admin,
    supervisor,
    details,
  };
}

type Clinic = Awaited<ReturnType<typeof openClinic>>;

async function signInAll({ app, crowd, admin, supervisor }: Clinic, url: string, now: number) {
  const clientWith = (token: string) => {
    const client = new Client(url);
    client.cookies.set("firstnight", token);
    return client;
  };
  return app.db.transaction().execute(async (trx) => {
    const open = (opening: Parameters<typeof openSession>[1]) =>
      openSession(trx, opening, { now, address: null, agent: null });
    for (const person of crowd.crowd) person.token = await open({ kind: "link", orderId: person.order.id });
    crowd.staff = await open({ kind: "staff", userId: supervisor.id });
    return {
      patient: clientWith(crowd.crowd[0]?.token ?? ""),
      supervisor: clientWith(crowd.staff),
      admin: clientWith(await open({ kind: "staff", userId: admin.id })),
    };
  });
}

/**
 * Delivers two copies of each inbound text at the same time and sends delivery reports out of order.
 *
 * @returns the accepted texts
 */
async function sendCallbacks(
  { twilio, crowd }: Clinic,
  url: string,
  seen: { reports: number },
): Promise<string[]> {
  const accepted: string[] = [];
  for (let nth = 0; nth < 5; nth++) {
    const text = {
      from: crowd.crowd[(nth * 31) % crowd.crowd.length]?.order.phone ?? "",
      body: `answer ${randomUUID()}`,
      sid: `SM${randomBytes(16).toString("hex")}`,
    };
    const replies = await Promise.all([twilio.bring(url, text), twilio.bring(url, text)]);
    if (replies.some(({ status }) => status < 300)) accepted.push(text.body);
  }
  const newMessages = twilio.messages.slice(seen.reports, seen.reports + 40);
  seen.reports += newMessages.length;
  for (const message of newMessages)
    for (const state of ["delivered", "sent", "queued", "delivered"]) await twilio.report(message, state);
  return accepted;
}

interface Phase {
  name: string;
  begin(clinic: Clinic): void;
  clock?: number;
  disk?: true;
}

const phases: Phase[] = [
  { name: "no faults", begin: () => undefined },
  ...failures.map((textFault, nth) => {
    const mailFault = failures[(nth + 3) % failures.length] ?? "well";
    const orderMode = orderModes[1 + (nth % (orderModes.length - 1))] ?? "well";
    return {
      name: `Twilio ${providerFaults[textFault]}, the mail server ${providerFaults[mailFault]}, order system mode ${orderMode}`,
      begin: ({ texts, mails, simulator }: Clinic) => {
        texts.setFault(textFault);
        mails.setFault(mailFault);
        simulator.mode = orderMode;
      },
    };
  }),
  ...[
    ["two hours ahead", 2 * hour],
    ["three days ahead", 3 * day],
    ["two days behind", -2 * day],
  ].map(([offset, clock]) => ({
    name: `the clock is ${offset}, and Twilio refuses connections`,
    clock: clock as number,
    begin: ({ texts, mails, simulator, machine }: Clinic) => {
      texts.setFault("refused");
      mails.setFault("well");
      simulator.mode = "fault";
      machine.setClock(clock as number);
    },
  })),
  {
    name: "the clock is correct again",
    clock: 0,
    begin: ({ texts, simulator, machine }) => {
      texts.setFault("well");
      simulator.recover();
      machine.setClock(0);
    },
  },
  { name: "the disk is full", disk: true, begin: ({ machine }) => machine.failWrites("ENOSPC") },
  { name: "the disk is read-only", disk: true, begin: ({ machine }) => machine.failWrites("EROFS") },
  { name: "all faults cleared", begin: ({ machine }) => machine.failWrites(null) },
];

const waitingIn = (app: App) => () =>
  app.db
    .selectFrom("outbox")
    .select(["id", "channel", "status", "attempts", "error"])
    .where("status", "in", ["queued", "sending"])
    .execute();

test(`through ${phases.length} fault phases over ${minutes} minutes, no acknowledged change is lost, no text is sent twice, and users see readable errors`, async () => {
  const clinic = await openClinic();
  const { app, crowd, machine, twilio, mail } = clinic;
  const server = await spawnServer({
    ...clinic.environment,
    ...machine.environment,
    NODE_OPTIONS: `--max-old-space-size=${Math.round(megabytes * 0.6)}`,
  });
  const pid = server.child.pid ?? 0;
  let now = "";
  server.child.once("exit", (code, signal) =>
    console.log(`The server exited (${code ?? signal}) during this phase: ${now}`),
  );
  const limited = limitMemory(pid, megabytes);

  const acknowledged: Acknowledged[] = [];
  const acceptedReplies: string[] = [];
  const seen = { reports: 0 };
  const faults: string[] = [];
  const length = (minutes * 60_000) / phases.length;
  let clock = 0;
  let clients = await signInAll(clinic, server.url, Date.now());
  for (const phase of phases) {
    if (phase.clock !== undefined) {
      clock = phase.clock;
      clients = await signInAll(clinic, server.url, Date.now() + clock);
    }
    now = phase.name;
    phase.begin(clinic);
    const before = acknowledged.length;
    const busy = keepBusy(server.url, crowd, acknowledged, () => 0, 800);
    const called = sendCallbacks(clinic, server.url, seen);
    const { statuses, problems } = await browsePages(clients, length, () => [clinic.details]);
    await busy.stop();
    acceptedReplies.push(...(await called));
    faults.push(...problems.map((each) => `${phase.name}: ${each}`));
    faults.push(...busy.results.faults.map((each) => `${phase.name}: ${each}`));
    const pages = [...statuses].map(([status, count]) => `${count} with status ${status}`).join(", ");
    const waiting = (await waitingIn(app)()).length;
    console.log(
      `${phase.name}: ${busy.results.requests} actions, ${acknowledged.length - before} acknowledged, pages: ${pages}, ${waiting} messages waiting, ${Math.round(memoryOf(pid).now)} MB`,
    );
  }
  console.log(`Memory limit: ${limited}. Peak memory: ${Math.round(memoryOf(pid).most)} MB.`);
  expect(faults).toEqual([]);

  // Two hours later, all retries are due.
  clinic.texts.setFault("well");
  clinic.mails.setFault("well");
  machine.setClock(2 * hour);
  clients = await signInAll(clinic, server.url, Date.now() + 2 * hour);
  await eventually(waitingIn(app), (waiting) => waiting.length === 0, 300);
  const health = (await clients.admin.get("/admin/health")).text;
  expect(health).toContain("No messages are overdue.");
  expect((await clients.admin.get("/readyz")).json).toMatchObject({ ok: true });
  now = "shutdown";
  await server.end();

  await expectIntact(app, acknowledged);
  const outbox = await app.db
    .selectFrom("outbox")
    .select(["id", "channel", "status", "provider_id", "error"])
    .execute();
  expect(outbox.filter(({ status }) => status === "failed")).toEqual([]);
  const sentRows = outbox.filter(({ status }) => status === "sent" || status === "delivered");
  const texts = sentRows.filter(({ channel }) => channel === "sms");
  // Each text that reached the provider has exactly one row and was sent only once.
  expect(texts.map(({ provider_id }) => provider_id).sort()).toEqual(
    twilio.messages.map(({ sid }) => sid).sort(),
  );
  const written = twilio.messages.map(({ body }) => body).filter((body) => body.startsWith("words "));
  expect(new Set(written).size).toBe(written.length);
  expect(acknowledged.flatMap(({ text }) => text ?? []).filter((text) => !written.includes(text))).toEqual(
    [],
  );
  // Mailboxes drop a second email with the same Message-ID.
  const mailed = new Set(
    mail.arrived.map(({ messageId }) => Number(/outbox-(\d+)/.exec(messageId ?? "")?.[1])),
  );
  expect(sentRows.filter(({ channel, id }) => channel === "email" && !mailed.has(id))).toEqual([]);
  const received = await app.db.selectFrom("messages").select("body").where("direction", "=", "in").execute();
  for (const body of acceptedReplies)
    expect(received.filter((message) => message.body === body)).toHaveLength(1);
  expect(
    server
      .output()
      .match(/\+1\d{10}|patient\d+@|(?:words|answer) [\da-f]{8}-|Patient \d+|O'Neill|123-45-6789/),
  ).toBeNull();
  console.log(
    `${acknowledged.length} acknowledged changes, ${texts.length} texts, ${sentRows.length - texts.length} emails (${mail.arrived.length} arrived), ${acceptedReplies.length} replies: none lost, none duplicated.`,
  );
  await app.close();
});
