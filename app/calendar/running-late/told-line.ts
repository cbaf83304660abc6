import { formatPhone } from "~/core/phone";
import { formatClock } from "~/core/time";
import type { Visit } from "~/visits/visit";

type Told = Pick<Visit, "therapist_late_minutes" | "therapist_late_at" | "therapist_late_sent">;

/** Which message about the therapist running late the patient got; without one, whom to call. */
export function toldLine(visit: Told, phone: string | null | undefined, zone: string): string | null {
  const { therapist_late_minutes: minutes, therapist_late_at: at, therapist_late_sent: sent } = visit;
  if (!minutes || at === null) return null;
  if (!sent) {
    const call = phone ? `Call ${formatPhone(phone)}.` : "Call the patient.";
    return `No text or email reaches this patient, who doesn't know that the visit starts ${minutes} minutes late. ${call}`;
  }
  const time = formatClock(at, zone);
  const message = sent === "text" ? "a text" : "an email";
  return `The patient got ${message} at ${time}: the visit starts about ${minutes} minutes late.`;
}
