import fc from "fast-check";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { hour, minute } from "~/core/time";
import { Client } from "../support/client";
import { monday } from "../support/scratch";
import { seedOrder, seedUser, signInPatient, signInStaff } from "../support/seed";
import { startServer } from "../support/server";
import { runSettings } from "./histories";

type Server = Awaited<ReturnType<typeof startServer>>;

/** One action by one of two staff users (0 and 1) or a patient (2), each with three browsers. */
type Action =
  | { type: "sign-in" | "use" | "poll" | "stay" | "sign-out"; who: number; browser: number }
  | { type: "everywhere"; who: number; browser: number }
  | { type: "roles"; who: number }
  | { type: "wait"; for: number };

const patient = 2;
const browsers = 3;

interface ModelSession {
  created: number;
  seen: number;
}

/** Part 3, section 3: staff sessions end after 30 idle minutes or 12 hours, patient sessions after 60 minutes. */
class SessionModel {
  now = monday;
  sessions = new Map<string, ModelSession>();

  isOpen(who: number, browser: number): boolean {
    const session = this.sessions.get(`${who} ${browser}`);
    if (!session) return false;
    if (who === patient) return this.now < session.created + hour;
    return this.now < session.created + 12 * hour && this.now < session.seen + 30 * minute;
  }

  /** The last use is saved at most once a minute. */
  #use(who: number, browser: number): void {
    const session = this.sessions.get(`${who} ${browser}`);
    if (session && this.isOpen(who, browser) && this.now - session.seen > minute) session.seen = this.now;
  }

  #endAll(who: number): void {
    for (let browser = 0; browser < browsers; browser++) this.sessions.delete(`${who} ${browser}`);
  }

  perform(action: Action): void {
    if (action.type === "wait") this.now += action.for;
    else if (action.type === "roles") this.#endAll(action.who);
    else if (action.type === "sign-in") {
      this.sessions.set(`${action.who} ${action.browser}`, { created: this.now, seen: this.now });
    } else if (action.type === "sign-out") this.sessions.delete(`${action.who} ${action.browser}`);
    else if (action.type === "everywhere") {
      if (this.isOpen(action.who, action.browser)) this.#endAll(action.who);
    } else if (action.type !== "poll") this.#use(action.who, action.browser);
  }
}

interface World {
  server: Server;
  clients: Client[][];
  users: { id: number }[];
  order: { id: number };
  admin: { id: number };
  /** Whether each user has a second role. */
  hasSecondRole: boolean[];
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
    hasSecondRole: [false, false],
  };
}

/** Performs an action over HTTP. Returns whether the browser was signed in, or null if the action can't show it. */
async function perform(world: World, action: Action): Promise<boolean | null> {
  const { server, users, order, clients } = world;
  if (action.type === "wait") {
    server.clock.advance(action.for);
    return null;
  }
  const user = users[action.who];
  if (action.type === "roles") {
    const admin = new Client(server.url);
    await signInStaff(server.app, admin, world.admin.id);
    world.hasSecondRole[action.who] = !world.hasSecondRole[action.who];
    const roles = world.hasSecondRole[action.who] ? ["supervisor", "staff"] : ["supervisor"];
    expect((await admin.patch(`/api/admin/users/${user?.id}`, { roles })).status).toBe(200);
    return null;
  }
  const client = clients[action.who]?.[action.browser] ?? new Client(server.url);
  switch (action.type) {
    case "sign-in":
      // On the pages, signing in ends the browser's previous session.
      await client.post("/api/logout");
      if (user) await signInStaff(server.app, client, user.id);
      else await signInPatient(server.app, client, order.id);
      return null;
    case "sign-out": {
      const copied = [...client.cookies];
      await client.post("/api/logout");
      // Restores the cookies to check that the server ended the session.
      for (const [name, value] of copied) client.cookies.set(name, value);
      return null;
    }
    case "everywhere":
      // Patients don't have this button.
      return user
        ? (await client.submit("/account/sign-out-everywhere", {})).location === "/login" && null
        : null;
    case "stay":
      return (await client.post("/api/session")).status === 200;
    default:
      return (
        (await client.get("/api/session", action.type === "poll" ? { "x-background": "1" } : {})).status ===
        200
      );
  }
}

const who = fc.nat(2);
const browser = fc.nat(browsers - 1);
const action: fc.Arbitrary<Action> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ type: fc.constant("sign-in" as const), who, browser }) },
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constantFrom("use" as const, "use" as const, "poll" as const, "stay" as const),
      who,
      browser,
    }),
  },
  fc.record({ type: fc.constant("sign-out" as const), who, browser }),
  fc.record({ type: fc.constant("everywhere" as const), who: fc.nat(1), browser }),
  fc.record({ type: fc.constant("roles" as const), who: fc.nat(1) }),
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant("wait" as const),
      for: fc.constantFrom(30_000, 15 * minute, 29 * minute, 29 * minute, 30 * minute, 6 * hour),
    }),
  },
);

const open = { who: 0, browser: 0 };
/** Histories that always run first, each testing one rule. */
const fixedHistories: [Action[]][] = [
  [
    [
      { type: "sign-in", ...open },
      { type: "wait", for: 30 * minute },
      { type: "use", ...open },
    ],
  ],
  [
    [
      { type: "sign-in", ...open },
      { type: "wait", for: 29 * minute },
      { type: "use", ...open },
      { type: "wait", for: 29 * minute },
    ],
  ],
  [
    [
      { type: "sign-in", ...open },
      { type: "wait", for: 29 * minute },
      { type: "poll", ...open },
      { type: "wait", for: 29 * minute },
    ],
  ],
  [
    [
      { type: "sign-in", ...open },
      { type: "sign-out", ...open },
      { type: "use", ...open },
    ],
  ],
  [
    [
      { type: "sign-in", ...open },
      { type: "sign-in", who: 0, browser: 1 },
      { type: "everywhere", ...open },
    ],
  ],
  [
    [
      { type: "sign-in", ...open },
      { type: "roles", who: 0 },
    ],
  ],
  [
    [
      { type: "sign-in", who: 2, browser: 0 },
      { type: "wait", for: 30 * minute },
      { type: "use", who: 2, browser: 0 },
      { type: "wait", for: 30 * minute },
    ],
  ],
];

const histories = (server: Server, performAction = perform) =>
  fc.asyncProperty(fc.array(action, { minLength: 10, maxLength: 40, size: "max" }), async (actions) => {
    const world = await openWorld(server);
    const model = new SessionModel();
    for (const [number, each] of actions.entries()) {
      const label = `action ${number}: ${JSON.stringify(each)}`;
      const open = "browser" in each && model.isOpen(each.who, each.browser);
      const isSignedIn = await performAction(world, each);
      if (isSignedIn !== null) expect(isSignedIn, label).toBe(open);
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
  await fc.assert(histories(server), { ...runSettings(8), examples: fixedHistories });
});

const run = (statement: string) => (faulty: Server) => sql.raw(statement).execute(faulty.app.db);

test.each<
  [
    fault: string,
    injectFault: ((faulty: Server) => unknown) | null,
    by?: typeof perform,
    environment?: Record<string, string>,
  ]
>([
  ["staff sessions allow a longer idle time", null, perform, { STAFF_IDLE_MINUTES: "31" }],
  [
    "ended sessions still work",
    run("create trigger immortal before delete on sessions begin select raise(ignore); end"),
  ],
  [
    "the last use isn't saved",
    run("create trigger unseen before update of last_seen_at on sessions begin select raise(ignore); end"),
  ],
  [
    "automatic polling keeps a session alive",
    null,
    (world, done) => perform(world, done.type === "poll" ? { ...done, type: "use" } : done),
  ],
  [
    "patient sessions last too long",
    run(
      "create trigger longer after insert on sessions when new.order_id is not null begin update sessions set expires_at = new.expires_at + 3600000 where id = new.id; end",
    ),
  ],
  [
    "sessions survive a role change",
    null,
    (world, done) => (done.type === "roles" ? Promise.resolve(null) : perform(world, done)),
  ],
])("the model detects that %s", async (_fault, injectFault, by = perform, environment = {}) => {
  const faulty = await startServer(environment);
  await injectFault?.(faulty);
  const found = await fc.check(histories(faulty, by), {
    ...runSettings(300),
    examples: fixedHistories,
    endOnFailure: true,
  });
  await faulty.stop();
  expect(found.failed).toBe(true);
});
