import { sql } from "kysely";
import { expect } from "vitest";
import { verifyAudit } from "~/audit/verify-audit.server";
import type { App } from "~/boot/app.server";
import { iso } from "~/core/time";
import type { Promised } from "./mixed-load";

const active = "('submitted', 'confirmed', 'pending')";

/** Rules for a database after any kind of stop: a description, and a query for violations. */
const claims: [sentence: string, offenders: string][] = [
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
    "every visit has its act in the audit log",
    "select id from visits where 'visit ' || id not in (select subject from audit_log where action = 'visit.booked')",
  ],
  [
    "what a thread holds to be sent is in the outbox",
    "select id from messages where direction = 'out' and id not in (select message_id from outbox where message_id is not null)",
  ],
  [
    "of what waits for one recipient, one is first",
    `select min(id) as id from outbox where status in ('queued', 'sending') and in_line = 1
     group by channel, recipient having sum(behind = 0) <> 1`,
  ],
  [
    "an order is in the step of its visit",
    `select orders.id from orders join visits on visits.order_id = orders.id and visits.status in ${active}
     where step <> iif(visits.status = 'confirmed', 7, 6)`,
  ],
];

/** The database is sound, its rules hold, the audit chain verifies, and every promise was kept. */
export async function expectWhole(app: App, promises: Promised[]): Promise<void> {
  const { rows } = await sql.raw<{ integrity_check: string }>("pragma integrity_check").execute(app.db);
  expect(rows.map((row) => row.integrity_check)).toEqual(["ok"]);
  for (const [sentence, offenders] of claims) {
    expect((await sql.raw(`${offenders} limit 5`).execute(app.db)).rows, sentence).toEqual([]);
  }
  expect((await verifyAudit(app)).problems).toEqual([]);
  expect(await lostOf(app, promises)).toEqual([]);
}

/** The promises that were not kept. */
export async function lostOf(app: App, promises: Promised[]): Promise<Promised[]> {
  const visits = await app.db
    .selectFrom("visits")
    .innerJoin("therapists", "therapists.id", "visits.therapist_id")
    .select(["visits.id", "visits.version", "visits.status", "visits.start_at", "therapists.name"])
    .execute();
  const byId = new Map(visits.map((visit) => [visit.id, visit]));
  const texts = new Set(
    (await app.db.selectFrom("messages").select("body").execute()).map(({ body }) => body),
  );
  return promises.filter(({ visit, text }) => {
    if (text !== undefined) return !texts.has(text);
    const found = byId.get(visit?.id ?? 0);
    if (!visit || !found || found.version < visit.version) return true;
    const shown = `${found.status} ${iso(found.start_at)} ${found.name}`;
    return found.version === visit.version && shown !== visit.shown;
  });
}
