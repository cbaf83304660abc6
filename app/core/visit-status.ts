/** An active visit blocks its therapist's time. An order has at most one active visit. */
export const activeStatuses = ["submitted", "confirmed", "pending"] as const;

/** A status as a label, in American spelling. A no-show is stored as "no show". */
export const shownStatus = (status: string): string =>
  status === "cancelled" ? "canceled" : status === "no show" ? "No-show" : status;

/** A status in a sentence, in American spelling. */
export const statusWord = (status: string): string =>
  status === "cancelled" ? "canceled" : status === "no show" ? "a no-show" : status;

export function isActive(status: string): boolean {
  return (activeStatuses as readonly string[]).includes(status);
}
