import { sql } from "kysely";
import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { zoneOrUtc } from "~/core/time";
import type { Who } from "~/core/who";
import { offsetsBetween } from "~/core/zones/offsets";
import type { Db } from "~/db/open.server";
import { requireZoneInRegion } from "../require-zone-in-region.server";
import { findTherapistAsSeen } from "../therapists.server";
import type { ChangeTherapistSettings } from "./therapist-settings-schema";

/**
 * Changes a therapist's settings. When the time zone changes, visits and slots stay at the same instant and get new
 * local dates. Confirmed visits keep their links.
 */
export function changeTherapistSettings(app: App, who: Who, input: ChangeTherapistSettings): Promise<void> {
  const { id, version, languages, ...rest } = input;
  const fields = { ...rest, ...(languages && { languages: JSON.stringify(languages) }) };
  return app.db.transaction().execute(async (trx) => {
    const seen = await findTherapistAsSeen(trx, id, version);
    const before = {
      ...seen,
      languages: JSON.stringify(seen.languages),
      zip_prefixes: seen.zip_prefixes ? JSON.stringify(seen.zip_prefixes) : null,
    };
    const names = Object.keys(fields) as (keyof typeof fields)[];
    const changed = names.filter((name) => fields[name] !== undefined && fields[name] !== before[name]);
    if (changed.length === 0) return;
    if (changed.includes("region") || changed.includes("timezone")) {
      requireZoneInRegion(fields.region ?? before.region, fields.timezone ?? before.timezone);
    }
    await trx
      .updateTable("therapists")
      .set((eb) => ({ ...fields, version: eb("version", "+", 1) }))
      .where("id", "=", id)
      .execute();
    if (fields.timezone && zoneOrUtc(fields.timezone) !== zoneOrUtc(before.timezone)) {
      await rewriteDays(trx, id, zoneOrUtc(fields.timezone));
    }
    await logAudit(
      { trx, app, who },
      "therapist.changed",
      `therapist ${id}`,
      Object.fromEntries(changed.map((name) => [name, [before[name], fields[name]]])),
    );
  });
}

/** Recomputes the local dates of a therapist's slots, visits and removed slots for another zone. */
async function rewriteDays(trx: Db, therapistId: number, zone: string): Promise<void> {
  const ofTherapist = sql`therapist_id = ${therapistId}`;
  const ofBatch = sql`batch_id in (select id from slot_batches where ${ofTherapist})`;
  // Visits come first, because triggers open slots based on the day's visits.
  const tables = { visits: ofTherapist, slots: ofTherapist, slots_removed: ofBatch };
  for (const [name, own] of Object.entries(tables)) {
    const table = sql.table(name);
    const { rows } = await sql<{ first: number | null; last: number | null }>`
      select min(start_at) as first, max(start_at) as last from ${table} where ${own}`.execute(trx);
    const { first, last } = rows[0] ?? {};
    if (first == null || last == null) continue;
    const offsets = offsetsBetween(zone, first, last).map(
      ({ until, offset }) => sql`when start_at < ${sql.lit(until)} then ${sql.lit(offset)}`,
    );
    const onClock = sql`date((start_at + case ${sql.join(offsets, sql` `)} end) / 1000, 'unixepoch')`;
    await sql`update ${table} set local_date = ${onClock} where ${own} and local_date <> ${onClock}`.execute(
      trx,
    );
  }
}
