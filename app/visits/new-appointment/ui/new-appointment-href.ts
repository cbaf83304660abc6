export function newAppointmentHref(at: {
  order?: number;
  therapist?: number | null;
  date?: string;
  kind?: number | undefined;
  booked?: number;
}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(at)) if (value) query.set(name, String(value));
  return query.size > 0 ? `/new-appointment?${query}` : "/new-appointment";
}

/** The page that creates an order and comes back with it. */
export const newOrderHref = (chosen: { therapist: number | null; date?: string }): string =>
  newAppointmentHref(chosen).replace("/new-appointment", "/new-appointment/order");

export const bookedVisitHref = (visit: { id: number; therapistId: number }): string =>
  `/therapist?therapist=${visit.therapistId}&visit=${visit.id}`;
