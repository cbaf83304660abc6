import { formatDay, formatWhen, zoneOrUtc } from "~/core/time";
import { stepNames, steps } from "./step";

/** Facts that tell why an order waits. Instants in ms UTC. */
export interface WaitFacts {
  /** 1 to 7 */
  step: number;
  /** 1 if an order system sends the orders of this database. */
  has_order_system: number;
  /** When the link was last sent, and last opened. Null if never. */
  link_sent_at: number | null;
  link_opened_at: number | null;
  /** 1 if a patient who texts haven't reached must be called. */
  needs_call: number;
  /** 1 if texts to the number wait for the patient's YES. */
  awaits_consent: number;
  /** The active visit, with its therapist and the therapist's zone. */
  visit_start: number | null;
  therapist: string | null;
  timezone: string | null;
  missed_at: number | null;
}

/**
 * Says in one sentence what an open order waits for.
 * @param zone the reader's IANA zone, for the days on which links were sent and opened
 */
export function whyWaiting(facts: WaitFacts, zone: string): string {
  const { step, visit_start, therapist, timezone, needs_call, awaits_consent, missed_at } = facts;
  if (visit_start !== null) {
    const visit = `the visit on ${formatWhen(visit_start, zoneOrUtc(timezone ?? ""))}`;
    return step === steps.confirmed ? `Waits for ${visit}.` : `Waits until ${therapist} confirms ${visit}.`;
  }
  if (needs_call === 1) return "Waits for a call to the patient.";
  if (step < steps.readyToSchedule) {
    return facts.has_order_system === 1
      ? `Waits for the order system to finish ${stepNames[step - 1]}.`
      : `Waits until staff finish ${stepNames[step - 1]} and send a link.`;
  }
  const { link_sent_at: sent, link_opened_at: opened } = facts;
  if (sent === null)
    return missed_at === null ? "Waits until staff send a link." : "Missed a visit. Waits for a new link.";
  if (awaits_consent === 1 && opened === null) return "Waits for the patient to reply YES to texts.";
  if (opened !== null)
    return `Opened the link on ${formatDay(opened, zone)}. Waits for the patient to choose a time.`;
  return `The link was sent on ${formatDay(sent, zone)}. Waits for the patient to open it.`;
}
