import { deleteCalendar } from "~/accounts/users/therapist-access.server";
import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { Refusal } from "~/core/refusal";
import type { Who } from "~/core/who";
import { ownTherapistOfId } from "../therapist-permissions.server";
import type { OneCalendar } from "./busy-schema";

/** Removes a calendar, so that its busy times become available immediately. @throws Refusal "missing" */
export function removeCalendar(app: App, who: Who, { id, calendar_id }: OneCalendar): Promise<void> {
  return app.db.transaction().execute(async (trx) => {
    await ownTherapistOfId(trx, who, id);
    const calendar = await trx
      .selectFrom("calendars")
      .select("kind")
      .where("id", "=", calendar_id)
      .where("therapist_id", "=", id)
      .executeTakeFirst();
    if (!calendar) throw new Refusal("missing", "Calendar not found.");
    await deleteCalendar(trx, { id: calendar_id, therapist_id: id });
    await logAudit({ trx, app, who }, "calendar.removed", `therapist ${id}`, { kind: calendar.kind });
  });
}
