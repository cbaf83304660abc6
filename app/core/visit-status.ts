/** An active visit takes up its therapist's time; an order has at most one. */
export const activeStatuses = ["submitted", "confirmed", "pending"] as const;

export function isActive(status: string): boolean {
  return (activeStatuses as readonly string[]).includes(status);
}
