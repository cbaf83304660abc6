import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { zoneOrUtc } from "~/core/time";
import type { Who } from "~/core/who";
import { findTherapistAsSeen } from "../therapists.server";
import { rewriteDays } from "./rewrite-days.server";
import type { ChangeTherapistSettings } from "./therapist-settings-schema";

/**
 * Changes a therapist's address, time zone, meeting link and daily capacity. Visits and slots keep their
 * instants and move to the days of the new zone. Confirmed visits keep their link.
 * @throws Refusal "missing"; "conflict" if the profile was changed since it was loaded
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
