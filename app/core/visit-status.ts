/** An active visit takes up its therapist's time; an order has at most one. */
export const activeStatuses = ["submitted", "confirmed", "pending"] as const;

/** A status as a label. The stored word of a missed visit is "no show". */
export const shownStatus = (status: string): string => (status === "no show" ? "No-show" : status);

/** A status in a sentence. The stored word has the spelling of part 2. */
export const statusWord = (status: string): string =>
  status === "cancelled" ? "canceled" : status === "no show" ? "a no-show" : status;

export function isActive(status: string): boolean {
  return (activeStatuses as readonly string[]).includes(status);
}
