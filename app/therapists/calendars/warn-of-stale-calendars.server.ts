import { sql } from "kysely";
import { whereTherapistIsActive } from "~/accounts/users/therapist-access.server";
import type { App } from "~/boot/app.server";
import { enqueue } from "~/messages/enqueue.server";
import { staleBefore } from "./stale-before";

/** Emails therapists once when a calendar closes their open times. */
export async function warnOfStaleCalendars(app: App): Promise<void> {
  const stale = await listUnwarned(app);
  if (stale.length === 0) return;
  await app.db.transaction().execute(async (trx) => {
    for (const { id, name, email, therapist_id, error } of stale) {
      const { numUpdatedRows } = await trx
        .updateTable("calendars")
        .set({ warned_at: app.clock.now() })
        .where("id", "=", id)
        .where("warned_at", "is", null)
        .executeTakeFirst();
      if (numUpdatedRows === 0n) continue;
      await enqueue({ trx, app }, [
        {
          channel: "email",
          recipient: email,
          subject: "Patients can't book with you: your calendar can't be read",
          body: [
            `Hello ${name},`,
            `Firstnight hasn't been able to read your calendar for ${app.config.calendarStaleMinutes} minutes. Until it can be read again, patients can't book with you. Visits that are already booked don't change.`,
            error ?? "",
            `See your calendars: ${app.config.publicUrl}/therapists/${therapist_id}/calendars`,
            "Patients can book again as soon as the calendar can be read or you remove it.",
          ]
            .filter(Boolean)
            .join("\n\n"),
          kind: "calendar-stale",
        },
      ]);
    }
  });
}

function listUnwarned(app: App) {
  return app.reads
    .selectFrom("calendars")
    .innerJoin("therapists", "therapists.id", "calendars.therapist_id")
    .select([
      "calendars.id",
      "calendars.therapist_id",
      "calendars.error",
      "therapists.name",
      "therapists.email",
    ])
    .where("calendars.warned_at", "is", null)
    .where(
      sql<boolean>`coalesce(last_read_at, calendars.created_at) < ${staleBefore(app.config, app.clock.now())}`,
    )
    .where(whereTherapistIsActive("calendars.therapist_id"))
    .limit(50)
    .execute();
}
