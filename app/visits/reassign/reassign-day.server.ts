import { logAudit } from "~/audit/log-audit.server";
import { closeDay } from "~/availability/rules/close-or-reopen-day.server";
import type { App } from "~/boot/app.server";
import { invalidField } from "~/core/refusal";
import { localDate, zoneOrUtc } from "~/core/time";
import type { Staff } from "~/core/who";
import { findTherapist } from "~/therapists/therapists.server";
import { createBulkChange, entriesOfChoices } from "../bulk/create-bulk-change.server";
import { findOwnChange } from "../bulk/find-bulk-change.server";
import { runBulkChange } from "../bulk/run-bulk-change.server";
import type { ReassignDay } from "./absence-schema";

/**
 * Closes an absent therapist's day, then moves each visit to its chosen time if that time is still open.
 * @returns the bulk change with the result of each visit; null if only the day was closed
 * @throws Refusal "invalid" for a past day
 */
export async function reassignDay(app: App, who: Staff, input: ReassignDay): Promise<number | null> {
  const id = await app.db.transaction().execute(async (trx) => {
    const therapist = await findTherapist(trx, input.id);
    const now = app.clock.now();
    if (input.date < localDate(now, zoneOrUtc(therapist.timezone))) {
      throw invalidField("date", "This day is in the past. Choose today or a later day.");
    }
    const removed = input.close ? await closeDay({ trx, app, who }, therapist, input.date) : 0;
    const entries = entriesOfChoices(input.slot);
    await logAudit({ trx, app, who }, "therapist.out", `therapist ${input.id}`, {
      date: input.date,
      visits: entries.length,
      closed: input.close,
      removed,
    });
    if (entries.length === 0) return null;
    return createBulkChange(trx, { act: "reassign", userId: who.userId, now }, entries);
  });
  if (id !== null) await runBulkChange(app, who, await findOwnChange(app.db, who, id));
  return id;
}
