interface CalendarPage {
  therapist?: number | undefined;
  view?: string | undefined;
}

/** @param date `YYYY-MM-DD` */
export function weekHref({ therapist, view }: CalendarPage, date: string): string {
  return `/therapist?${therapist ? `therapist=${therapist}&` : ""}week=${date}${view ? `&view=${view}` : ""}`;
}

export function visitHref({ therapist }: CalendarPage, visit: { id: number; date: string }): string {
  return `${weekHref({ therapist }, visit.date)}&visit=${visit.id}`;
}
