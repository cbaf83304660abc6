import type { App } from "~/boot/app.server";
import { sortedByName } from "~/core/by-name";
import { addDays, hour, localDate, startOfDay } from "~/core/time";
import { yieldToEventLoop } from "~/core/yield-to-event-loop.server";
import { spreadOf } from "../forecast/rates";
import { listTexting } from "../reports/texting-hours.server";
import { type Weeks, weeksBefore } from "./recovery-schema";

export interface ResponseTimes {
  id: number;
  name: string;
  replies: number;
  /** ms from the patient's first unanswered text to the reply. */
  median: number;
  withinHour: number;
}

/**
 * For each user, how long patients waited for the replies that the user wrote in these weeks.
 * @param zone IANA zone that determines when weeks begin
 */
export async function findResponseTimes(app: App, weeks: Weeks, zone: string): Promise<ResponseTimes[]> {
  const { replicaReads: reads, clock } = app;
  const now = clock.now();
  const waits = new Map<number, number[]>();
  for (const week of weeksBefore(localDate(now, zone), weeks)) {
    const span = { from: startOfDay(week, zone), to: Math.min(now + 1, startOfDay(addDays(week, 7), zone)) };
    for await (const texting of listTexting(reads, span)) {
      for (const [author, some] of Object.entries(texting.waits)) {
        const all = waits.get(Number(author)) ?? [];
        waits.set(Number(author), all);
        all.push(...some);
      }
    }
    await yieldToEventLoop();
  }
  const ids = [...waits.keys()];
  const people = await reads.selectFrom("users").select(["id", "name"]).where("id", "in", ids).execute();
  return sortedByName(
    people.map(({ id, name }) => {
      const all = waits.get(id) ?? [];
      return {
        id,
        name,
        replies: all.length,
        median: spreadOf(all).median ?? 0,
        withinHour: all.filter((wait) => wait <= hour).length,
      };
    }),
  );
}
