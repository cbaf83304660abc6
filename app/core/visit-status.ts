/** A visit of these statuses is to be held: it takes up its therapist's time, and its order has no other. */
export const activeStatuses = ["submitted", "confirmed", "pending"] as const;

export function isActive(status: string): boolean {
  return (activeStatuses as readonly string[]).includes(status);
}
