import { formatPhone } from "~/core/phone";
import { formatClock } from "~/core/time";
import type { Visit } from "~/visits/visit";

type Told = Pick<Visit, "therapist_late_minutes" | "therapist_late_at" | "therapist_late_sent">;

/** Shows how the patient was notified of the delay, or the number to call. */
export function toldLine(visit: Told, phone: string | null | undefined, zone: string): string | null {
  const { therapist_late_minutes: minutes, therapist_late_at: at, therapist_late_sent: sent } = visit;
  if (!minutes || at === null) return null;
  if (!sent) {
    const call = phone ? formatPhone(phone) : "the patient";
    return `Not sent because this patient can't get texts or emails. Call ${call} to say that the visit will start about ${minutes} minutes late.`;
  }
  const time = formatClock(at, zone);
  return `Patient notified by ${sent} at ${time} that the visit will start about ${minutes} minutes late.`;
}
