import { whereTherapistIsActive } from "~/accounts/users/therapist-access.server";
import type { App } from "~/boot/app.server";
import { repeat } from "~/core/repeat.server";
import { minute, second } from "~/core/time";
import { readEvery } from "./connected-calendars.server";
import { mostReaders, readers, turnsOf } from "./reading-turns.server";
import { refreshCalendar } from "./refresh-calendar.server";
import { warnOfStaleCalendars } from "./warn-of-stale-calendars.server";

/** Reads each calendar every five minutes, the one that has waited longest first. */
export function startReadingCalendars(app: App, checkEvery = 5 * second): () => Promise<void> {
  const { asked, regular } = turnsOf(app);
  const controller = new AbortController();
  const startDue = async () => {
    for (const { id, therapist_id } of await listDue(app)) {
      if (controller.signal.aborted || regular.size >= mostReaders || readers.executionSlots === 0) return;
      if (!regular.has(therapist_id) && !asked.has(therapist_id))
        regular.set(therapist_id, read(id, therapist_id));
    }
  };
  const read = async (id: number, therapistId: number) => {
    try {
      await refreshCalendar(app, id, controller.signal);
      regular.delete(therapistId);
      await startDue();
    } catch (error) {
      regular.delete(therapistId);
      app.log.error({ err: error, calendar: id }, "reading a calendar");
    }
  };
  const check = async () => {
    await startDue();
    await warnOfStaleCalendars(app);
  };
  const stop = repeat(checkEvery, check, (error) => app.log.error({ err: error }, "reading calendars"));
  return async () => {
    controller.abort();
    await stop();
    await Promise.all(regular.values());
  };
}

async function listDue({ reads, clock }: Pick<App, "reads" | "clock">) {
  const now = clock.now();
  return (
    reads
      .selectFrom("calendars")
      .select(["id", "therapist_id"])
      // A due time that is too far ahead was written before the clock was set back.
      .where((row) => row.or([row("due_at", "<=", now), row("due_at", ">", now + readEvery + minute)]))
      .where(whereTherapistIsActive("therapist_id"))
      .orderBy("due_at")
      .limit(20)
      .execute()
  );
}
