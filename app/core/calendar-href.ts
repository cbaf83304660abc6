/** A therapist's calendar: someone else's by id, in a view other than the week. */
interface CalendarPage {
  therapist?: number | undefined;
  view?: string | undefined;
}

/** @param date `YYYY-MM-DD` */
export function weekHref({ therapist, view }: CalendarPage, date: string): string {
  return `/therapist?${therapist ? `therapist=${therapist}&` : ""}week=${date}${view ? `&view=${view}` : ""}`;
}

/** Opens a visit over its week. */
export function visitHref({ therapist }: CalendarPage, visit: { id: number; date: string }): string {
  return `${weekHref({ therapist }, visit.date)}&visit=${visit.id}`;
}
