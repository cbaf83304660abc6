import type { Row } from "~/db/tables";
import { describeNotice, describeParts, describeWeekdays } from "./describe-wish";
import type { Misfit } from "./fits-wish";
import type { WaitingPatient } from "./list-waiting-patients.server";
import type { Obstacle } from "./offer-by-hand.server";
import { byHand } from "./offer-schema";

export const staffStrings = {
  title: "Earlier times",
  offer: "Offer an opening",
  wait: "Waiting for a time",
  found: "Waiting patients, offers sent, openings",
} as const;

export const statusNames = {
  open: "Open",
  accepted: "Accepted",
  declined: "Declined",
  expired: "Expired",
  withdrawn: "Withdrawn",
} as const;

export const senderName = (wave: number) => (wave === byHand ? "Staff" : "Firstnight");

/** The form in which staff add a patient without a visit. */
export const waitTexts = {
  kinds: "Kinds of visits",
  notice: "Shortest notice",
  shortNotice: "Times on short notice",
  standby: "The patient can start within two hours",
  standbyHint:
    "If someone cancels a visit for today or tomorrow, the patient is offered that time too, but never in quiet hours.",
  until: "Keep looking until",
  untilHint: "If nothing opens up by then, a call is added to the worklist.",
};

export const waitCalls: Record<NonNullable<Row<"waits">["call_because"]>, string> = {
  no_match: "No therapist has times like this. Call the patient, or add hours.",
  no_answer: "Didn't answer two offers. Call the patient.",
  no_address: "Can't get texts or emails. Call the patient.",
  date: "The patient's last day is over. Call the patient.",
  opted_out: "Turned off texts and has no email address. Call the patient.",
};

export const endReasons: Record<NonNullable<Row<"waits">["ended_because"]>, string> = {
  booked: "Booked a visit",
  date: "The last day was over. Staff were asked to call.",
  opted_out: "Turned off texts, no email address. Staff were asked to call.",
  closed: "Order closed",
  patient: "Stopped by the patient",
  staff: "Removed by staff",
  access: "The patient's access was ended",
};

export const obstacleNames: Record<Obstacle, string> = {
  "turned-off": "Earlier times are turned off for this patient's company.",
  unreachable: "Can't get texts or emails. Call the patient.",
  "too-near": "The visit is too soon. The patient can no longer change it online.",
  "open-offer": "Has an open offer.",
  "enough-today": "Got two offers in the last 24 hours.",
  "quiet-hours": "Quiet hours have started where the patient lives. Offers resume in the morning.",
  "not-earlier": "This time is less than a day earlier than the patient's visit.",
  "cut-off": "This time is too soon to offer to this company's patients.",
  equipment: "The equipment won't have arrived by this time.",
  kind: "This time doesn't fit the patient's kind of visit.",
  "offered-before": "Already got an offer for this time.",
  "not-waiting": "No longer wants an earlier time.",
};

/** "Asked for evenings, Mon–Wed." Empty if the time suits the patient. */
export function describeMisfits(misfits: readonly Misfit[], patient: WaitingPatient): string {
  const parts = [
    misfits.includes("part") && describeParts(patient).toLowerCase(),
    misfits.includes("weekday") && describeWeekdays(patient),
    misfits.includes("notice") && describeNotice(patient),
  ].filter(Boolean);
  return parts.length > 0 ? `Asked for ${parts.join(", ")}.` : "";
}
