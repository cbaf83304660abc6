import type { App } from "~/boot/app.server";
import { repeat } from "~/core/repeat.server";
import { minute, second } from "~/core/time";
import { readEvery, refreshCalendar } from "./refresh-calendar.server";
import { warnOfStaleCalendars } from "./warn-of-stale-calendars.server";

const mostAtOnce = 4;

export function startReadingCalendars(app: App, checkEvery = 5 * second): () => Promise<void> {
  const underWay = new Map<number, Promise<void>>();
  const controller = new AbortController();
  const startDue = async () => {
    for (const id of await listDue(app)) {
      if (controller.signal.aborted || underWay.size >= mostAtOnce) return;
      if (!underWay.has(id)) underWay.set(id, read(id));
    }
  };
  const read = async (id: number) => {
    try {
      await refreshCalendar(app, id, controller.signal);
      underWay.delete(id);
      await startDue();
    } catch (error) {
      underWay.delete(id);
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
    await Promise.all(underWay.values());
  };
}

async function listDue({ reads, clock }: Pick<App, "reads" | "clock">): Promise<number[]> {
  const now = clock.now();
  const rows = await reads
    .selectFrom("calendars")
    .select("id")
    // A due time that is too far ahead was written before the clock was set back.
    .where((row) => row.or([row("due_at", "<=", now), row("due_at", ">", now + readEvery + minute)]))
    .orderBy("due_at")
    .limit(20)
    .execute();
  return rows.map(({ id }) => id);
}
