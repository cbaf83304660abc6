import { listOpenings } from "~/availability/list-openings.server";
import { listDaysOff } from "~/availability/rules/days-off.server";
import { listHours } from "~/availability/rules/weekly-hours.server";
import { listSlots } from "~/availability/slots.server";
import type { App } from "~/boot/app.server";
import { addDays, instantOf, localDate, startOfDay, weekdayOf, zoneOrUtc } from "~/core/time";
import { visitLength } from "~/core/visit-length";
import type { Row } from "~/db/tables";
import { listBusyTimes } from "~/therapists/calendars/busy-warnings.server";
import type { BackgroundTime } from "~/ui/calendar/background-times";
import { daysOf } from "./week";

interface Span {
  start: number;
  end: number;
}

/**
 * Lists the week's open times, closed hours, busy times, and days off. Open times last as long as the kinds that patients
 * or staff can book in them. Without weekly hours, a day is open from its first slot to its last.
 */
export async function listBackgroundTimes(
  app: App,
  therapist: Pick<Row<"therapists">, "id" | "timezone">,
  sunday: string,
): Promise<BackgroundTime[]> {
  const { reads } = app;
  const now = app.clock.now();
  const zone = zoneOrUtc(therapist.timezone);
  const week = { from: startOfDay(sunday, zone), to: startOfDay(addDays(sunday, 7), zone) };
  const own = { ...week, therapistId: therapist.id };
  const [openings, slots, hours, busy, daysOff] = await Promise.all([
    listOpeningsOfKinds(app, { ...own, now }),
    listSlots(reads, { ...own, offeredOnly: true }),
    listHours(reads, therapist.id),
    listBusyTimes(reads, therapist.id, week),
    listDaysOff(reads, therapist, week.from),
  ]);
  const isOff = (date: string) => daysOff.some((off) => off.from_date <= date && date <= off.to_date);
  const today = localDate(now, zone);
  const days = daysOf(sunday).map((date) => ({
    date,
    start: startOfDay(date, zone),
    end: startOfDay(addDays(date, 1), zone),
  }));
  const hoursOn = ({ date, start, end }: (typeof days)[number]): Span[] => {
    if (hours.length === 0) {
      const own = slots.filter((slot) => start <= slot && slot < end);
      return own.length > 0 ? [{ start: own[0] ?? 0, end: (own.at(-1) ?? 0) + visitLength }] : [];
    }
    return hours
      .filter((entry) => entry.days.includes(weekdayOf(date)))
      .map((entry) => ({
        start: instantOf(date, entry.startTime, zone) ?? start,
        end: instantOf(date, entry.endTime, zone) ?? end,
      }));
  };
  const isPlanned = ({ date }: { date: string }) => date >= today && !isOff(date);
  const of = (kind: BackgroundTime["kind"], spans: Span[]) => spans.map((span) => ({ kind, ...span }));
  return [
    ...of("off", merged(days.filter(({ date }) => isOff(date)).map(({ start, end }) => ({ start, end })))),
    ...of(
      "closed",
      days.filter(isPlanned).flatMap((day) => outside(day, merged(hoursOn(day)))),
    ),
    ...of("open", merged(openings)),
    ...of("busy", busy),
  ];
}

/** The times of the kinds that start in slots. A class has its own event. */
async function listOpeningsOfKinds(
  { reads, config }: App,
  query: { therapistId: number; from: number; to: number; now: number },
): Promise<Span[]> {
  const kinds = await reads
    .selectFrom("therapists")
    .innerJoin("visit_kinds", "visit_kinds.company_id", "therapists.company_id")
    .select(["visit_kinds.id", "visit_kinds.length", "visit_kinds.is_default", "therapists.zip_prefixes"])
    .where("therapists.id", "=", query.therapistId)
    .where("visit_kinds.active", "=", 1)
    .where("visit_kinds.mode", "<>", "class")
    .execute();
  const found = await Promise.all(
    kinds.map(async ({ id, length, is_default, zip_prefixes }) => {
      // Visits at home are open to patients in the therapist's own area.
      const [zip = null] = JSON.parse(zip_prefixes ?? "[]") as string[];
      // Without a kind, the times of the default kind are read from `open_slots`.
      const kind = is_default ? undefined : { id, length, zip };
      const openings = await listOpenings(reads, config, { ...query, kind });
      return openings.map(({ start }) => ({ start, end: start + length }));
    }),
  );
  return found.flat();
}

function merged(spans: readonly Span[]): Span[] {
  const found: Span[] = [];
  for (const { start, end } of [...spans].sort((a, b) => a.start - b.start)) {
    const last = found.at(-1);
    if (last && start <= last.end) last.end = Math.max(last.end, end);
    else found.push({ start, end });
  }
  return found;
}

/** Returns the parts of a day between the spans, which must be sorted. */
function outside({ start, end }: Span, spans: Span[]): Span[] {
  const edges = [start, ...spans.flatMap((span) => [span.start, span.end]), end];
  const gaps = edges.flatMap((edge, index) =>
    index % 2 ? [] : { start: edge, end: edges[index + 1] ?? end },
  );
  return gaps.filter((gap) => gap.start < gap.end);
}
