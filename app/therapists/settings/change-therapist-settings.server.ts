import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { zoneOrUtc } from "~/core/time";
import type { Who } from "~/core/who";
import { findTherapistAsSeen } from "../therapists.server";
import { rewriteDays } from "./rewrite-days.server";
import type { ChangeTherapistSettings } from "./therapist-settings-schema";

/**
 * Changes where and by which clock a therapist works, their meeting link and how many visits a day patients can
 * book. Visits and free times keep their moments; the days they count to are those of the new clock. Visits
 * that are confirmed keep the link their patients have.
 * Refuses an unknown therapist (missing) and a record that somebody else changed meanwhile (conflict).
 */
export function changeTherapistSettings(app: App, who: Who, input: ChangeTherapistSettings): Promise<void> {
  const { id, version, ...fields } = input;
  return app.db.transaction().execute(async (trx) => {
    const before = await findTherapistAsSeen(trx, id, version);
    const names = Object.keys(fields) as (keyof typeof fields)[];
    const changed = names.filter((name) => fields[name] !== undefined && fields[name] !== before[name]);
    if (changed.length === 0) return;
    await trx
      .updateTable("therapists")
      .set((of) => ({ ...fields, version: of("version", "+", 1) }))
      .where("id", "=", id)
      .execute();
    if (fields.timezone && zoneOrUtc(fields.timezone) !== zoneOrUtc(before.timezone)) {
      await rewriteDays(trx, id, zoneOrUtc(fields.timezone));
    }
    await logAudit(trx, app, who, {
      action: "therapist.changed",
      subject: `therapist ${id}`,
      details: Object.fromEntries(changed.map((name) => [name, [before[name], fields[name]]])),
    });
  });
}
