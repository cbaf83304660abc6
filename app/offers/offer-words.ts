import type { Misfit } from "./fits-wish";
import type { Obstacle } from "./offer-by-hand.server";
import { byHand } from "./offer-schema";
import type { WaitingPatient } from "./waiting-patients.server";
import { noticeInWords, partsInWords, weekdaysInWords } from "./wish-words";

export const offerWords = {
  title: "Earlier times",
  offer: "Offer a free time",
  found: "Waiting patients, offers sent, free times",
} as const;

export const statusWords = {
  open: "Open",
  accepted: "Accepted",
  declined: "Declined",
  expired: "Expired",
  withdrawn: "Withdrawn",
} as const;

export const waveWords = (wave: number) => (wave === byHand ? "By hand" : `Wave ${wave}`);

/** Why a patient gets no offer now. */
export const obstacleWords: Record<Obstacle, string> = {
  unreachable: "Can't get texts or emails. Call the patient.",
  "too-near": "The visit is too near. Patients can't change it online any more.",
  "open-offer": "Has an open offer.",
  "enough-today": "Got two offers in the last 24 hours.",
  "quiet-hours": "Quiet hours where the patient lives. Offers go out in the morning.",
  "not-earlier": "The time is not a full day before the patient's visit.",
  "offered-before": "Was offered this time before.",
  "not-waiting": "No longer waits for an earlier time.",
};

/** "Asked for evenings, Mon–Wed.": what doesn't fit; empty if all does. */
export function misfitWords(misfits: readonly Misfit[], patient: WaitingPatient): string {
  const parts = [
    misfits.includes("part") && partsInWords(patient).toLowerCase(),
    misfits.includes("weekday") && weekdaysInWords(patient),
    misfits.includes("notice") && noticeInWords(patient),
  ].filter(Boolean);
  return parts.length > 0 ? `Asked for ${parts.join(", ")}.` : "";
}
