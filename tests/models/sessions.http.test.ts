import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { hour, minute } from "~/core/time";
import { Client } from "../support/client";
import { monday } from "../support/scratch";
import { seedOrder, seedUser, signInPatient, signInStaff } from "../support/seed";
import { startServer } from "../support/server";
import { running } from "./histories";

type Server = Awaited<ReturnType<typeof startServer>>;

/** One act of two staff users or a patient (the last number), each with three browsers. */
type Act =
  | { act: "sign-in" | "use" | "poll" | "stay" | "sign-out"; who: number; browser: number }
  | { act: "everywhere"; who: number; browser: number }
  | { act: "roles"; who: number }
  | { act: "wait"; for: number };

const patient = 2;
const browsers = 3;

interface ModelSession {
  created: number;
  seen: number;
}

/** Part 3, section 3: staff 30 minutes without use and 12 hours in all, a patient 60 minutes. */
class Doors {
  now = monday;
  sessions = new Map<string, ModelSession>();

  isOpen(who: number, browser: number): boolean {
    const session = this.sessions.get(`${who} ${browser}`);
    if (!session) return false;
    if (who === patient) return this.now < session.created + hour;
    return this.now < session.created + 12 * hour && this.now < session.seen + 30 * minute;
  }

  /** Use is saved once a minute. */
  #use(who: number, browser: number): void {
    const session = this.sessions.get(`${who} ${browser}`);
    if (session && this.isOpen(who, browser) && this.now - session.seen > minute) session.seen = this.now;
  }

  #endAll(who: number): void {
    for (let browser = 0; browser < browsers; browser++) this.sessions.delete(`${who} ${browser}`);
  }

  perform(act: Act): void {
    if (act.act === "wait") this.now += act.for;
    else if (act.act === "roles") this.#endAll(act.who);
    else if (act.act === "sign-in") {
      this.sessions.set(`${act.who} ${act.browser}`, { created: this.now, seen: this.now });
    } else if (act.act === "sign-out") this.sessions.delete(`${act.who} ${act.browser}`);
    else if (act.act === "everywhere") {
      if (this.isOpen(act.who, act.browser)) this.#endAll(act.who);
    } else if (act.act !== "poll") this.#use(act.who, act.browser);
  }
}

interface World {
  server: Server;
  clients: Client[][];
  users: { id: number }[];
  order: { id: number };
  admin: { id: number };
  /** Whether each user is also a therapist. */
  second: boolean[];
}

async function openWorld(server: Server): Promise<World> {
  const { app, clock, url } = server;
  clock.set(monday);
  return {
    server,
    clients: Array.from({ length: 3 }, () => Array.from({ length: browsers }, () => new Client(url))),
    users: [await seedUser(app, ["supervisor"]), await seedUser(app, ["supervisor"])],
    order: await seedOrder(app),
    admin: await seedUser(app, ["admin"]),
    second: [false, false],
  };
}

/** Performs an act over HTTP; whether the browser was signed in, null where it sent no request. */
async function perform(world: World, act: Act): Promise<boolean | null> {
  const { server, users, order, clients } = world;
  if (act.act === "wait") {
    server.clock.advance(act.for);
    return null;
  }
  const user = users[act.who];
  if (act.act === "roles") {
    const admin = new Client(server.url);
    await signInStaff(server.app, admin, world.admin.id);
    world.second[act.who] = !world.second[act.who];
    const roles = world.second[act.who] ? ["supervisor", "staff"] : ["supervisor"];
    expect((await admin.patch(`/api/admin/users/${user?.id}`, { roles })).status).toBe(200);
    return null;
  }
  const client = clients[act.who]?.[act.browser] ?? new Client(server.url);
  switch (act.act) {
    case "sign-in":
      // A sign-in ends the browser's previous session, as on the pages.
      await client.post("/api/logout");
      if (user) await signInStaff(server.app, client, user.id);
      else await signInPatient(server.app, client, order.id);
      return null;
    case "sign-out": {
      const copied = [...client.cookies];
      await client.post("/api/logout");
      // Copies of the cookies are signed out too.
      for (const [name, value] of copied) client.cookies.set(name, value);
      return null;
    }
    case "everywhere":
      // A patient has no such button.
      return user
        ? (await client.submit("/account/sign-out-everywhere", {})).location === "/login" && null
        : null;
    case "stay":
      return (await client.post("/api/session")).status === 200;
    default:
      return (
        (await client.get("/api/session", act.act === "poll" ? { "x-background": "1" } : {})).status === 200
      );
  }
}

const who = fc.nat(2);
const browser = fc.nat(browsers - 1);
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ act: fc.constant("sign-in" as const), who, browser }) },
  {
    weight: 8,
    arbitrary: fc.record({
      act: fc.constantFrom("use" as const, "use" as const, "poll" as const, "stay" as const),
      who,
      browser,
    }),
  },
  fc.record({ act: fc.constant("sign-out" as const), who, browser }),
  fc.record({ act: fc.constant("everywhere" as const), who: fc.nat(1), browser }),
  fc.record({ act: fc.constant("roles" as const), who: fc.nat(1) }),
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constant("wait" as const),
      for: fc.constantFrom(30_000, 15 * minute, 29 * minute, 29 * minute, 30 * minute, 6 * hour),
    }),
  },
);

const open = { who: 0, browser: 0 };
/** Histories that are always tried first, each of one rule. */
const kept: [Act[]][] = [
  [
    [
      { act: "sign-in", ...open },
      { act: "wait", for: 30 * minute },
      { act: "use", ...open },
    ],
  ],
  [
    [
      { act: "sign-in", ...open },
      { act: "wait", for: 29 * minute },
      { act: "use", ...open },
      { act: "wait", for: 29 * minute },
    ],
  ],
  [
    [
      { act: "sign-in", ...open },
      { act: "wait", for: 29 * minute },
      { act: "poll", ...open },
      { act: "wait", for: 29 * minute },
    ],
  ],
  [
    [
      { act: "sign-in", ...open },
      { act: "sign-out", ...open },
      { act: "use", ...open },
    ],
  ],
  [
    [
      { act: "sign-in", ...open },
      { act: "sign-in", who: 0, browser: 1 },
      { act: "everywhere", ...open },
    ],
  ],
  [
    [
      { act: "sign-in", ...open },
      { act: "roles", who: 0 },
    ],
  ],
  [
    [
      { act: "sign-in", who: 2, browser: 0 },
      { act: "wait", for: 30 * minute },
      { act: "use", who: 2, browser: 0 },
      { act: "wait", for: 30 * minute },
    ],
  ],
];

const histories = (server: Server, by = perform) =>
  fc.asyncProperty(fc.array(act, { minLength: 10, maxLength: 40, size: "max" }), async (acts) => {
    const world = await openWorld(server);
    const model = new Doors();
    for (const [number, each] of acts.entries()) {
      const label = `act ${number}: ${JSON.stringify(each)}`;
      const open = "browser" in each && model.isOpen(each.who, each.browser);
      const entered = await by(world, each);
      if (entered !== null) expect(entered, label).toBe(open);
      model.perform(each);
    }
    for (const [who, own] of world.clients.entries()) {
      for (const [number, client] of own.entries()) {
        const { status } = await client.get("/api/session", { "x-background": "1" });
        expect(status === 200, `at the end, ${who} in browser ${number}`).toBe(model.isOpen(who, number));
      }
    }
  });

const server = await startServer();

test("sessions last exactly as long as the specification says", async () => {
  await fc.assert(histories(server), { ...running(8), examples: kept });
});

const run = (statement: string) => (spoilt: Server) => sql.raw(statement).execute(spoilt.app.db);

test.each<
  [
    fault: string,
    spoil: ((spoilt: Server) => unknown) | null,
    by?: typeof perform,
    environment?: Record<string, string>,
  ]
>([
  ["staff may be idle for longer", null, perform, { STAFF_IDLE_MINUTES: "31" }],
  [
    "sessions outlive their end",
    run("create trigger immortal before delete on sessions begin select raise(ignore); end"),
  ],
  [
    "use is not noted",
    run("create trigger unseen before update of last_seen_at on sessions begin select raise(ignore); end"),
  ],
  [
    "automatic polling keeps a session alive",
    null,
    (world, done) => perform(world, done.act === "poll" ? { ...done, act: "use" } : done),
  ],
  [
    "a patient's session lasts as long as one of the staff",
    run(
      "create trigger longer after insert on sessions when new.order_id is not null begin update sessions set expires_at = new.expires_at + 3600000 where id = new.id; end",
    ),
  ],
  [
    "a role change leaves sessions open",
    null,
    (world, done) => (done.act === "roles" ? Promise.resolve(null) : perform(world, done)),
  ],
])("the model notices that %s", async (_fault, spoil, by = perform, environment = {}) => {
  const spoilt = await startServer(environment);
  await spoil?.(spoilt);
  const found = await fc.check(histories(spoilt, by), {
    ...running(300),
    examples: kept,
    endOnFailure: true,
  });
  await spoilt.stop();
  expect(found.failed).toBe(true);
});
