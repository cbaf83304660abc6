import { randomUUID } from "node:crypto";
import type * as z from "zod";
import { logAudit } from "~/audit/log-audit.server";
import type { App, Tx } from "~/boot/app.server";
import { plural } from "~/core/plural";
import { invalidField, Refusal } from "~/core/refusal";
import { addDays, formatWhen, instantOf, iso, localDate, wallTime, zoneOrUtc } from "~/core/time";
import type { Who } from "~/core/who";
import type { Row } from "~/db/tables";
import { type ClassTime, listClassClashes, listClassWarnings } from "./class-refusals.server";
import { longestSeries, type ScheduleClass } from "./class-schema";
import {
  changeClasses,
  findClassKind,
  findLeaders,
  linkOfClass,
  writeTherapists,
} from "./class-times.server";
import { notifyTherapists } from "./notify-therapists.server";

interface Skipped {
  start: number;
  reason: string;
}

/**
 * Schedules a class, once or weekly at the same local time. In a series, days are skipped on which a therapist has
 * another visit, is off or busy, or on which the place is full. With `accept: false`, the user is asked first.
 * @returns the IDs of the classes, and the skipped days
 * @throws Refusal "invalid" for a kind, therapist, time, or series that isn't possible, and for warnings that weren't
 *   accepted; "conflict" if no class can take place
 */
export async function scheduleClasses(
  app: App,
  who: Who,
  input: z.output<typeof ScheduleClass>,
): Promise<{ ids: number[]; skipped: Skipped[] }> {
  return changeClasses(app, async (trx) => {
    const { kind, place } = await findClassKind(trx, input.kind);
    const leaders = await findLeaders(trx, who, kind, input.therapist);
    const zone = zoneOrUtc((place ?? leaders[0]).timezone);
    if (input.start <= app.clock.now())
      throw invalidField("start", "This time has passed. Choose a later one.");
    const linkAt = (start: number) =>
      linkOfClass(trx, kind, leaders[0], {
        given: input.meeting_link,
        start,
        end: start + kind.length,
      });
    // Refuses before it asks about warnings.
    await linkAt(input.start);
    const starts = startsOf(input.start, input.repeat_until, zone);
    const timeOf = (start: number): ClassTime => ({
      start,
      end: start + kind.length,
      buffer_before: kind.buffer_before,
      buffer_after: kind.buffer_after,
      place,
      therapists: leaders,
    });
    const isSeries = starts.length > 1;
    const skipped: Skipped[] = [];
    const warnings: string[] = [];
    const kept: number[] = [];
    for (const { start, skippedHour } of starts) {
      const clashes = skippedHour
        ? ["The clocks skip this time on that day."]
        : await listClassClashes(trx, timeOf(start));
      const soft = clashes.length > 0 ? [] : await listClassWarnings(app, trx, timeOf(start));
      if (clashes.length > 0 || (isSeries && soft.length > 0)) {
        skipped.push({ start, reason: [...clashes, ...soft].join(" ") });
        continue;
      }
      warnings.push(...soft);
      kept.push(start);
    }
    if (kept.length === 0) {
      const [first] = skipped;
      throw new Refusal(
        "conflict",
        isSeries ? `No class can take place. ${sentence(skipped, zone)}` : (first?.reason ?? ""),
      );
    }
    const asked = [...skipped.map((day) => sentence([day], zone)), ...warnings];
    if (input.accept === false && asked.length > 0) {
      const question = isSeries
        ? `${plural(skipped.length, "class", "classes")} of ${starts.length} can't take place: ${asked.join(" ")}`
        : asked.join(" ");
      throw new Refusal("invalid", question, {
        fields: { accept: asked },
        extra: { warnings: asked, classes: kept.length },
      });
    }
    const series = isSeries ? randomUUID() : null;
    const ids: number[] = [];
    for (const start of kept) {
      const values = { kind, link: await linkAt(start), series, seats: input.seats ?? kind.seats };
      ids.push(await insertClass({ trx, app, who }, timeOf(start), values));
    }
    return { ids, skipped };
  });
}

const sentence = (skipped: readonly Skipped[], zone: string): string =>
  skipped.map(({ start, reason }) => `${formatWhen(start, zone)}: ${reason}`).join(" ");

/** The starts of a weekly series, at the same local time. @throws Refusal "invalid" for an impossible last day */
function startsOf(start: number, until: string | undefined, zone: string) {
  const first = localDate(start, zone);
  if (!until) return [{ start, skippedHour: false }];
  if (until < first)
    throw invalidField("repeat_until", "The last day is before the first class. Choose a later day.");
  if (until > addDays(first, longestSeries)) {
    throw invalidField("repeat_until", "A series lasts at most a year. Choose an earlier last day.");
  }
  const time = wallTime(start, zone).slice(11, 16);
  const starts: { start: number; skippedHour: boolean }[] = [];
  for (let date = first; date <= until; date = addDays(date, 7)) {
    const at = date === first ? start : instantOf(date, time, zone);
    starts.push(
      at === null
        ? { start: instantOf(date, "12:00", zone) ?? start, skippedHour: true }
        : { start: at, skippedHour: false },
    );
  }
  return starts;
}

interface NewClass {
  kind: Row<"visit_kinds">;
  link: string | null;
  series: string | null;
  seats: number;
}

async function insertClass(
  { trx, app, who }: Tx,
  time: ClassTime,
  { kind, link, series, seats }: NewClass,
): Promise<number> {
  const { id } = await trx
    .insertInto("classes")
    .values({
      company_id: kind.company_id,
      kind_id: kind.id,
      place_id: kind.place_id,
      start_at: time.start,
      end_at: time.end,
      buffer_before: time.buffer_before,
      buffer_after: time.buffer_after,
      seats,
      meeting_link: link,
      series,
      uid: randomUUID(),
      created_at: app.clock.now(),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await writeTherapists(trx, id, time);
  const details = { start: iso(time.start), seats, therapists: time.therapists.map((each) => each.id) };
  await logAudit({ trx, app, who }, "class.scheduled", `class ${id}`, details);
  await notifyTherapists({ trx, app, who }, id, "scheduled");
  return id;
}
