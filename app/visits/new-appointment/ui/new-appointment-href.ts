export function newAppointmentHref(at: {
  order?: number;
  therapist?: number | null;
  date?: string;
  kind?: number | undefined;
  /** The start to propose, ISO 8601. */
  start?: string;
  booked?: number;
}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(at)) if (value) query.set(name, String(value));
  return query.size > 0 ? `/new-appointment?${query}` : "/new-appointment";
}

export const bookedVisitHref = (visit: { id: number; therapistId: number }): string =>
  `/therapist?therapist=${visit.therapistId}&visit=${visit.id}`;
