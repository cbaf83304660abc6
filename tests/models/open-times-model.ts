import type { PartOfDay } from "~/availability/part-of-day";
import { partOfDay } from "~/availability/part-of-day";
import type { App } from "~/boot/app.server";
import { localDate, minute } from "~/core/time";
import { isActive } from "~/core/visit-status";

interface Narrowed {
  exceptVisit?: number | undefined;
  region?: string | undefined;
  part?: PartOfDay | undefined;
}

export interface PlainSlot {
  therapist_id: number;
  start_at: number;
  local_date: string;
  region: string;
  name: string;
}

/** Open slots according to part 3, section 5, but without the booking window. Reads whole tables. */
export async function plainOpenSlots(app: App, { exceptVisit, region, part }: Narrowed = {}, clock = "UTC") {
  const therapists = await app.db.selectFrom("therapists").selectAll().execute();
  const slots = await app.db.selectFrom("slots").selectAll().execute();
  const busy = await app.db.selectFrom("busy_times").selectAll().execute();
  const all = await app.db.selectFrom("visits").selectAll().execute();
  const visits = all.filter(({ id, status }) => isActive(status) && id !== exceptVisit);
  const moving = all.find(({ id, status }) => isActive(status) && id === exceptVisit);
  const found: PlainSlot[] = [];
  for (const { therapist_id, start_at, local_date } of slots) {
    const therapist = therapists.find(({ id }) => id === therapist_id);
    if (!therapist || (region && therapist.region !== region)) continue;
    if (part && partOfDay(start_at, clock) !== part) continue;
    if (start_at === moving?.start_at && therapist_id === moving.therapist_id) continue;
    const overlaps = (span: { therapist_id: number; start_at: number; end_at: number }) =>
      span.therapist_id === therapist_id && span.start_at < start_at + 45 * minute && span.end_at > start_at;
    if (visits.some(overlaps) || busy.some(overlaps)) continue;
    const sameDay = visits.filter(
      (visit) => visit.therapist_id === therapist_id && visit.local_date === local_date,
    );
    if (sameDay.length >= therapist.daily_capacity) continue;
    found.push({ therapist_id, start_at, local_date, region: therapist.region, name: therapist.name });
  }
  return found.sort((a, b) => a.start_at - b.start_at || (a.name < b.name ? -1 : 1));
}

/** Groups slots by day and time; the values are therapist names. */
export function plainDays(slots: PlainSlot[], clock: string): Map<string, Map<number, string[]>> {
  const days = new Map<string, Map<number, string[]>>();
  for (const { start_at, name } of slots) {
    const date = localDate(start_at, clock);
    const times = days.get(date) ?? new Map<number, string[]>();
    times.set(start_at, [...(times.get(start_at) ?? []), name]);
    days.set(date, times);
  }
  return days;
}
