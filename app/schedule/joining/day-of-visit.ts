import { formatPhone } from "~/core/phone";
import { formatClock, formatWhen, hour, localDate, minute } from "~/core/time";
import type { Visit } from "~/visits/visit";

const joinBefore = 15 * minute;
const lateBefore = 2 * hour;

export interface DayOfVisit {
  join: {
    state: "later" | "today" | "open" | "running" | "ended";
    /** When the button becomes active, in the patient's zone. */
    opens: string;
    /** Milliseconds. */
    opensIn: number;
  };
  mayRunLate: boolean;
  /** True if the patient may ask for a call, which is possible until the visit ends. */
  mayAsk: boolean;
  phone: string | null;
}

/** @param phone null if the viewer may not see it */
export function dayOfVisit(
  { start_at, end_at, patient_zone }: Pick<Visit, "start_at" | "end_at" | "patient_zone">,
  now: number,
  phone: string | null,
): DayOfVisit {
  const opensAt = start_at - joinBefore;
  const isToday = localDate(opensAt, patient_zone) === localDate(now, patient_zone);
  const started = now >= end_at ? "ended" : now >= start_at ? "running" : null;
  const state = started ?? (now >= opensAt ? "open" : isToday ? "today" : "later");
  return {
    join: {
      state,
      opens: (isToday ? formatClock : formatWhen)(opensAt, patient_zone),
      opensIn: Math.max(0, opensAt - now),
    },
    mayRunLate: now >= start_at - lateBefore && now < end_at,
    mayAsk: now < end_at,
    phone: phone && formatPhone(phone),
  };
}
