import { sql } from "kysely";
import { expect } from "vitest";
import { verifyAudit } from "~/audit/verify-audit.server";
import type { App } from "~/boot/app.server";
import { iso } from "~/core/time";
import type { Acknowledged } from "./mixed-load";

const active = "('submitted', 'confirmed', 'pending')";

/** Rules for the database after any failure. Each query returns violations. */
const rules: [rule: string, violations: string][] = [
  [
    "no two active visits of a therapist overlap",
    `select a.id from visits a join visits b on a.therapist_id = b.therapist_id and a.id < b.id
     where a.status in ${active} and b.status in ${active} and a.start_at < b.end_at and b.start_at < a.end_at`,
  ],
  [
    "every visit has its notices",
    "select id from visits where id not in (select visit_id from outbox where visit_id is not null)",
  ],
  [
    "every visit's booking is in the audit log",
    "select id from visits where 'visit ' || id not in (select subject from audit_log where action = 'visit.booked')",
  ],
  [
    "every outbound message of a thread is in the outbox",
    "select id from messages where direction = 'out' and id not in (select message_id from outbox where message_id is not null)",
  ],
  [
    "each recipient's queue has one first message",
    `select min(id) as id from outbox where status in ('queued', 'sending') and in_line = 1
     group by channel, recipient having sum(behind = 0) <> 1`,
  ],
  [
    "an order's step matches its visit",
    `select orders.id from orders join visits on visits.order_id = orders.id and visits.status in ${active}
     where step <> iif(visits.status = 'confirmed', 7, 6)`,
  ],
];

/** Expects an intact database, a valid audit chain, and every acknowledged change. */
export async function expectIntact(app: App, acknowledged: Acknowledged[]): Promise<void> {
  const { rows } = await sql.raw<{ integrity_check: string }>("pragma integrity_check").execute(app.db);
  expect(rows.map((row) => row.integrity_check)).toEqual(["ok"]);
  for (const [rule, violations] of rules) {
    expect((await sql.raw(`${violations} limit 5`).execute(app.db)).rows, rule).toEqual([]);
  }
  expect((await verifyAudit(app)).problems).toEqual([]);
  expect(await findLost(app, acknowledged)).toEqual([]);
}

/** Returns the acknowledged changes that are missing. */
export async function findLost(app: App, acknowledged: Acknowledged[]): Promise<Acknowledged[]> {
  const visits = await app.db
    .selectFrom("visits")
    .innerJoin("therapists", "therapists.id", "visits.therapist_id")
    .select(["visits.id", "visits.version", "visits.status", "visits.start_at", "therapists.name"])
    .execute();
  const byId = new Map(visits.map((visit) => [visit.id, visit]));
  const texts = new Set(
    (await app.db.selectFrom("messages").select("body").execute()).map(({ body }) => body),
  );
  return acknowledged.filter(({ visit, text }) => {
    if (text !== undefined) return !texts.has(text);
    const found = byId.get(visit?.id ?? 0);
    if (!visit || !found || found.version < visit.version) return true;
    const shown = `${found.status} ${iso(found.start_at)} ${found.name}`;
    return found.version === visit.version && shown !== visit.shown;
  });
}
