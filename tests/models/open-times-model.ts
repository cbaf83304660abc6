import type { PartOfDay } from "~/availability/part-of-day";
import { partOfDay } from "~/availability/part-of-day";
import type { App } from "~/boot/app.server";
import { localDate, minute } from "~/core/time";
import { isActive } from "~/core/visit-status";

interface Narrowed {
  exceptVisit?: number | undefined;
  region?: string | undefined;
  part?: PartOfDay | undefined;
  /** The kind of visit. Without it, the company's default kind. */
  kindId?: number | undefined;
}

/** A rule that a faulty model forgets, to see that the histories would notice it in the database, too. */
export type Rule =
  | "the kind's length"
  | "the kind's buffers"
  | "the visits' buffers"
  | "the therapists who may lead it"
  | "the place's rooms"
  | "busy times"
  | "the daily capacity"
  | "the time that a moving visit has";

export interface PlainSlot {
  therapist_id: number;
  start_at: number;
  local_date: string;
  region: string;
  name: string;
}

/** Open slots according to part 3, section 5, but without the booking window. Reads whole tables. */
export async function plainOpenSlots(
  app: App,
  { exceptVisit, region, part, kindId }: Narrowed = {},
  { clock = "UTC", forgets }: { clock?: string; forgets?: Rule | undefined } = {},
) {
  const counts = (rule: Rule) => rule !== forgets;
  const kinds = await app.db.selectFrom("visit_kinds").selectAll().execute();
  const kind = kinds.find(({ id, is_default }) => (kindId === undefined ? is_default === 1 : id === kindId));
  if (!kind) throw new Error("The kind is missing.");
  const leaders = await app.db
    .selectFrom("visit_kind_therapists")
    .select("therapist_id")
    .where("kind_id", "=", kind.id)
    .execute();
  const places = await app.db.selectFrom("places").selectAll().execute();
  const place = places.find(({ id }) => id === kind.place_id);
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
    const isOwn = start_at === moving?.start_at && therapist_id === moving.therapist_id;
    if (isOwn && counts("the time that a moving visit has")) continue;
    const hasLeaders = leaders.length > 0 && counts("the therapists who may lead it");
    if (hasLeaders && !leaders.some((leader) => leader.therapist_id === therapist_id)) continue;
    const [before, after] = counts("the kind's buffers") ? [kind.buffer_before, kind.buffer_after] : [0, 0];
    const length = counts("the kind's length") ? kind.length : minute;
    const span = { from: start_at - before, to: start_at + length + after };
    const isTaken = (owner: number, from: number, to: number) =>
      owner === therapist_id && from < span.to && to > span.from;
    const isBusy = busy.some((time) => isTaken(time.therapist_id, time.start_at, time.end_at));
    if (isBusy && counts("busy times")) continue;
    const withBuffers = visits.map(({ buffer_before, buffer_after, ...visit }) => ({
      ...visit,
      from: visit.start_at - (counts("the visits' buffers") ? buffer_before : 0),
      to: visit.end_at + (counts("the visits' buffers") ? buffer_after : 0),
    }));
    if (withBuffers.some((visit) => isTaken(visit.therapist_id, visit.from, visit.to))) continue;
    const isFull = place && mostAtOnce(visits, place.id, start_at, start_at + kind.length) >= place.rooms;
    if (isFull && counts("the place's rooms")) continue;
    const sameDay = visits.filter(
      (visit) => visit.therapist_id === therapist_id && visit.local_date === local_date,
    );
    if (sameDay.length >= therapist.daily_capacity && counts("the daily capacity")) continue;
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

/** How many visits the place has at a time, at most, between two instants. Looks at each five minutes. */
function mostAtOnce(
  visits: { place_id: number | null; start_at: number; end_at: number }[],
  placeId: number,
  from: number,
  to: number,
): number {
  let most = 0;
  for (let instant = from; instant < to; instant += 5 * minute) {
    const now = visits.filter(
      (visit) => visit.place_id === placeId && visit.start_at <= instant && visit.end_at > instant,
    );
    most = Math.max(most, now.length);
  }
  return most;
}
