import * as z from "zod";
import { asList } from "~/core/fields";

export const mostVisits = 200;

/** `visit-version-therapist-start`, or `visit-version` to keep the visit's therapist and time. */
const choice = z
  .string()
  .regex(/^\d{1,15}-\d{1,9}(-\d{1,15}-\d{1,15})?$/, "Choose a new time from the list.")
  .transform((text) => {
    const [visit = 0, version = 0, therapist, start] = text.split("-").map(Number);
    return { visit, version, slot: therapist && start ? { therapist, start } : null };
  });
export type ReplacementChoice = z.output<typeof choice>;

export const choiceText = (
  visit: { id: number; version: number },
  slot: { therapistId: number; start: number } | null,
) => [visit.id, visit.version, ...(slot ? [slot.therapistId, slot.start] : [])].join("-");

export const choices = z.preprocess(asList, z.array(choice).max(mostVisits));
