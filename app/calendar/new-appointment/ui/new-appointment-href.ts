/** The page of a new visit, at the step that these values name. */
export function newAppointmentHref(at: {
  order?: number;
  therapist?: number | null;
  date?: string;
  made?: number;
}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(at)) if (value) query.set(name, String(value));
  return query.size > 0 ? `/new-appointment?${query}` : "/new-appointment";
}

/** Where a member of staff finds a visit. */
export const bookedVisitHref = (visit: { id: number; therapistId: number }): string =>
  `/therapist?therapist=${visit.therapistId}&visit=${visit.id}`;
