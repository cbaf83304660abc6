import type { App } from "~/boot/app.server";
import { repeat } from "~/core/repeat.server";
import { minute, second } from "~/core/time";
import { readCalendar, readEvery } from "./read-calendar.server";
import { warnOfStaleCalendars } from "./warn-of-stale-calendars.server";

const mostAtOnce = 4;

export function startReadingCalendars(app: App, checkEvery = 5 * second): () => Promise<void> {
  const underWay = new Map<number, Promise<void>>();
  const controller = new AbortController();
  const check = async () => {
    for (const { id } of await findDue(app)) {
      if (controller.signal.aborted || underWay.size >= mostAtOnce) break;
      if (underWay.has(id)) continue;
      const read = readCalendar(app, id, controller.signal)
        .catch((error: unknown) => app.log.error({ err: error, calendar: id }, "reading a calendar"))
        .finally(() => underWay.delete(id));
      underWay.set(id, read);
    }
    await warnOfStaleCalendars(app);
  };
  const stop = repeat(checkEvery, check, (error) => app.log.error({ err: error }, "reading calendars"));
  return async () => {
    controller.abort();
    await stop();
    await Promise.all(underWay.values());
  };
}

function findDue({ reads, clock }: Pick<App, "reads" | "clock">) {
  const now = clock.now();
  return (
    reads
      .selectFrom("calendars")
      .select("id")
      // One that is due much later was dated by a clock that has been set back.
      .where((row) => row.or([row("due_at", "<=", now), row("due_at", ">", now + readEvery + minute)]))
      .orderBy("due_at")
      .limit(20)
      .execute()
  );
}
