import { invalidField } from "~/core/refusal";
import { isEarly } from "~/orders/step";

/**
 * Why staff book before the order is ready to schedule; null from then on.
 * @throws Refusal "invalid" if the reason is missing
 */
export function bookingReason(order: { step: number }, reason: string | undefined): string | null {
  if (!isEarly(order)) return null;
  if (!reason) throw invalidField("reason", "Enter why you book before the order is ready to schedule.");
  return reason;
}
