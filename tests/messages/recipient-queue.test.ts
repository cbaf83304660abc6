import Database from "better-sqlite3";
import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { hour } from "~/core/time";
import { operator } from "~/core/who";
import { ProviderProblem } from "~/integrations/provider-problem";
import { isAnythingDue } from "~/messages/delivery/claim-due-messages.server";
import { startDelivery } from "~/messages/delivery/deliver-loop.server";
import { recordProblem, recordSent } from "~/messages/delivery/record-attempt.server";
import { retryDelivery } from "~/messages/message-deliveries.server";
import { atEnd } from "../support/cleanup";
import { eventually } from "../support/eventually";
import { agree, rowsTo, say, takeDue, write } from "../support/http-actions";
import { onFile, scratchApp } from "../support/scratch";

const prepared: string[] = [];
const { prepare } = Database.prototype;
Database.prototype.prepare = function (this: Database.Database, statement: string) {
  prepared.push(statement);
  return prepare.call(this, statement);
} as typeof prepare;
afterAll(() => {
  Database.prototype.prepare = prepare;
});

const phone = (number: number) => `+1919555${3000 + number}`;
const evening = Date.parse("2026-03-03T03:00:00Z");

test("waiting rows and rows for another channel are never read, no matter how many there are", async () => {
  const app = scratchApp(onFile);
  await agree(app, phone(0));
  prepared.length = 0;
  expect(await isAnythingDue(app.reads, app.clock.now())).toBe(false);
  await takeDue(app, "a worker", 16);
  // Both channels share two statements: one checks for due rows, the other reads them.
  const looks = new Set(prepared.filter((statement) => /select .* from "outbox"/.test(statement)));
  expect(looks.size).toBe(2);
  const database = new Database(`${app.config.dataDir}/firstnight.db`, { readonly: true });
  for (const statement of looks) {
    const values = new Array(statement.split("?").length - 1).fill(0);
    const plan = prepare.call(database, `explain query plan ${statement}`).all(values) as {
      detail: string;
    }[];
    const reads = plan.map(({ detail }) => detail).filter((detail) => detail.includes("outbox"));
    const indexed = "SEARCH outbox USING INDEX outbox_due (channel=? AND behind=? AND <expr><?)";
    expect(new Set(reads)).toEqual(new Set([indexed]));
  }
  database.close();
});

test("all waiting texts to a number that texted STOP are dropped together", async () => {
  const app = scratchApp({ QUIET_HOURS: "9-20" });
  await agree(app, phone(1));
  for (let nth = 0; nth < 40; nth++) await write(app, phone(1), `text ${nth}`);
  await say(app, phone(1), "STOP");
  const began = app.clock.now();
  atEnd(startDelivery(app, { lookEvery: 20 }));
  const statuses = async () => (await rowsTo(app, phone(1))).map(({ status }) => status);
  await eventually(statuses, (found) => found.every((status) => status === "dropped"), 60);
  expect(app.clock.now()).toBe(began);
});

test("a staff text is sent before one that waits until morning", async () => {
  const app = scratchApp({ QUIET_HOURS: "9-20" });
  await agree(app, phone(4));
  app.clock.set(evening);
  for (const text of ["first", "second"]) await write(app, phone(4), text, { automated: true });
  expect(await isAnythingDue(app.reads, app.clock.now())).toBe(false);
  const second = (await rowsTo(app, phone(4))).at(-1);
  await retryDelivery(app, operator, second?.id ?? 0);
  const leased = await takeDue(app, "a worker", 16);
  expect(leased.map(({ id }) => id)).toEqual([second?.id]);
});

type Step =
  | { type: "now" | "morning" | "asked"; to: number }
  | { type: "taken" | "again" | "never"; nth: number }
  | { type: "hurry"; nth: number }
  | { type: "resend" }
  | { type: "wait" };

const nth = fc.nat(2);
const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constantFrom("now", "morning", "asked"), to: fc.nat(1) }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constantFrom("taken", "again", "never"), nth }) },
  fc.record({ type: fc.constant("hurry"), nth }),
  fc.record({ type: fc.constantFrom("resend", "wait") }),
) as fc.Arbitrary<Step>;

test("each recipient queue starts with the message that can be sent soonest", async () => {
  const app = scratchApp();
  const lines = async () =>
    (
      await app.db
        .selectFrom("outbox")
        .select(["id", "recipient", "behind", "attempts", "not_before", "status"])
        .where(sql<boolean>`status in ('queued', 'sending') and in_line = 1`)
        .orderBy("not_before")
        .orderBy("id")
        .execute()
    ).map((row) => ({ ...row, tried: row.attempts > 0 || row.status === "sending" }));

  async function applyStep(step: Step): Promise<void> {
    if (step.type === "wait") return app.clock.advance(3 * hour);
    if (step.type === "resend") {
      const failed = await app.db
        .selectFrom("outbox")
        .select("id")
        .where("status", "=", "failed")
        .executeTakeFirst();
      if (failed) await retryDelivery(app, operator, failed.id);
      return;
    }
    if (step.type === "hurry") {
      const queued = (await lines()).filter(({ status }) => status === "queued");
      const row = queued[step.nth % (queued.length || 1)];
      if (row) await retryDelivery(app, operator, row.id);
      return;
    }
    if ("to" in step) {
      const kind = step.type === "asked" ? "help" : "chat";
      await write(app, phone(2 + step.to), step.type, { kind, automated: step.type === "morning" });
      return;
    }
    const rows = await takeDue(app, "a worker", step.nth + 1);
    expect(new Set(rows.filter(({ in_line }) => in_line).map(({ recipient }) => recipient)).size).toBe(
      rows.filter(({ in_line }) => in_line).length,
    );
    for (const row of rows) {
      if (step.type === "taken") await recordSent(app, row, { providerId: null, delivered: false });
      else
        await recordProblem(
          app,
          row,
          new ProviderProblem("No.", { permanent: step.type === "never", retryAfter: 60 }),
        );
    }
  }

  const property = fc.asyncProperty(
    fc.array(anyStep, { minLength: 5, maxLength: 40, size: "max" }),
    async (steps) => {
      app.clock.set(evening);
      await sql`delete from outbox`.execute(app.db);
      for (const number of [2, 3]) await agree(app, phone(number));
      for (const step of steps) {
        await applyStep(step);
        app.clock.advance(1);
        const waiting = await lines();
        for (const recipient of new Set(waiting.map((row) => row.recipient))) {
          const line = waiting.filter((row) => row.recipient === recipient);
          const first = line.find(({ tried }) => tried) ?? line[0];
          expect(
            line.filter(({ behind }) => behind === 0).map(({ id }) => id),
            JSON.stringify(step),
          ).toEqual([first?.id]);
        }
      }
      // Quiet hours and pauses end within two days.
      for (let hours = 0; hours < 48; hours++) {
        app.clock.advance(hour);
        while (await isAnythingDue(app.reads, app.clock.now())) {
          for (const row of await takeDue(app, "a worker", 2))
            await recordSent(app, row, { providerId: null, delivered: false });
        }
      }
      expect(await lines()).toEqual([]);
    },
  );
  await fc.assert(property, {
    seed: Number(process.env.SEED ?? 2026),
    numRuns: Number(process.env.RUNS ?? 20),
  });
});
