import { sql } from "kysely";
import * as z from "zod";
import { logAudit } from "~/audit/log-audit.server";
import type { Tx } from "~/boot/app.server";
import { example } from "~/core/fields";
import { Refusal } from "~/core/refusal";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { currentNight, type FirstNights } from "./first-nights.server";

type NightSource = Row<"nights">["source"];

/** A night lasts from noon to noon and is named after the date on which it begins. */
export const Night = z.object({
  date: example(z.iso.date("Enter a date, like 2026-12-01."), "2026-12-01"),
  minutes: example(
    z
      .number("Enter a whole number of minutes from 0 to 1440.")
      .int("Enter a whole number of minutes from 0 to 1440.")
      .min(0, "Enter a whole number of minutes from 0 to 1440.")
      .max(1440, "Enter a whole number of minutes from 0 to 1440."),
    412,
  ),
  /** Its serial number, if a patient may have two. */
  device: example(z.string().trim().max(40, "Enter at most 40 characters.").optional(), "23201234567"),
});
export type Night = z.output<typeof Night>;

/** @returns why the night can't be saved; null if it can */
export function problemOf({ date }: Night, { started_on, zone }: FirstNights, now: number): string | null {
  if (date < started_on) return `Nights count from ${started_on}, the day of the setup.`;
  // Devices report a night in the morning, before it is over at noon.
  if (date > currentNight(now, zone)) return "This night hasn't begun.";
  return null;
}

/**
 * The newest order of a patient whose nights are followed.
 * @throws Refusal "missing" for an unknown patient or one whose nights aren't followed; "conflict" if following ended
 */
export async function requireFollowedPatient(
  db: Db,
  patient: { brightree_db: string; patient_id: number },
): Promise<FirstNights> {
  const found = await db
    .selectFrom("orders")
    .innerJoin("first_nights", "first_nights.order_id", "orders.id")
    .selectAll("first_nights")
    .where("orders.brightree_db", "=", patient.brightree_db)
    .where("orders.patient_id", "=", patient.patient_id)
    .orderBy("first_nights.started_on", "desc")
    .orderBy("first_nights.order_id", "desc")
    .limit(1)
    .executeTakeFirst();
  if (!found) throw new Refusal("missing", "No patient with this ID whose first 90 nights are followed.");
  if (found.ended_at !== null)
    throw new Refusal("conflict", "Following this patient's nights has ended. Nothing was saved.");
  return found;
}

/** Saves the nights of one source. A later value of the same source and device replaces an earlier one. */
export async function saveNights(
  { trx, app, who }: Tx,
  { order_id }: FirstNights,
  { source, by, nights }: { source: NightSource; by: string; nights: readonly Night[] },
): Promise<{ saved: number; unchanged: number }> {
  const lastOf = new Map(nights.map((night) => [`${night.date} ${night.device ?? ""}`, night]));
  const rows = [...lastOf.values()].map(({ date, minutes, device = "" }) => [date, device, minutes]);
  const { rows: changed } = await sql`
    insert into nights (order_id, night, source, device, minutes, entered_by, entered_at)
    select ${order_id}, value ->> 0, ${source}, value ->> 1, value ->> 2, ${by}, ${app.clock.now()}
    from json_each(${JSON.stringify(rows)}) where true
    on conflict (order_id, night, source, device) do update
    set minutes = excluded.minutes, entered_by = excluded.entered_by, entered_at = excluded.entered_at
    where nights.minutes <> excluded.minutes
    returning night`.execute(trx);
  const saved = changed.length;
  // How long the patient slept is health data, which the log doesn't contain.
  if (saved > 0)
    await logAudit({ trx, app, who }, "nights.saved", `order ${order_id}`, { source, nights: saved });
  return { saved, unchanged: lastOf.size - saved };
}
