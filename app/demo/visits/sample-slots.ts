import { visitLength } from "~/core/visit-length";
import { isActive } from "~/core/visit-status";
import type { NewRow } from "~/db/tables";
import type { Scale } from "../demo-size";
import type { Therapist } from "../people/staff";
import { type Random, shareOf } from "../random.server";
import type { DemoOrder } from "../sample-orders";
import type { Calendar } from "./sample-calendar";

const shift = 9 * 60;
const lunch = { from: 12 * 60, to: 13 * 60 };
const weeks = 4;

/** The small demo has four weeks of slots with gaps. The large one adds slots until `freeSlots` are bookable. */
export function* makeSlots(
  random: Random,
  {
    calendar,
    scale,
    therapists,
    orders,
  }: { calendar: Calendar; scale: Scale; therapists: readonly Therapist[]; orders: readonly DemoOrder[] },
): Generator<NewRow<"slots">> {
  const active = activeStarts(orders);
  for (const therapist of therapists) {
    let remaining =
      scale.freeSlots === null ? null : shareOf(scale.freeSlots, therapists.length, therapist.index);
    const lastDay = remaining === null ? weeks * 7 : Number.POSITIVE_INFINITY;
    for (let dayIndex = remaining === null ? 0 : 1; dayIndex <= lastDay && remaining !== 0; dayIndex++) {
      if (!calendar.isWeekday(dayIndex)) continue;
      const visits = active.get(`${therapist.index} ${dayIndex}`) ?? [];
      const full = visits.length >= therapist.row.daily_capacity;
      const opens = calendar.opensAt(therapist, dayIndex);
      for (let at = opens; at < opens + shift && remaining !== 0; at += scale.slotEvery) {
        if (remaining === null && ((at >= lunch.from && at < lunch.to) || random.fraction() < 0.2)) continue;
        const start = calendar.instant(therapist, dayIndex, at);
        yield { therapist_id: therapist.row.id, start_at: start, local_date: calendar.date(dayIndex) };
        const free = !full && visits.every((visit) => Math.abs(visit - start) >= visitLength);
        if (remaining !== null && free) remaining--;
      }
    }
  }
}

function activeStarts(orders: readonly DemoOrder[]): Map<string, number[]> {
  const starts = new Map<string, number[]>();
  for (const { visits } of orders) {
    for (const { status, opening } of visits) {
      if (!isActive(status)) continue;
      const key = `${opening.therapist.index} ${opening.dayIndex}`;
      starts.set(key, [...(starts.get(key) ?? []), opening.start]);
    }
  }
  return starts;
}
