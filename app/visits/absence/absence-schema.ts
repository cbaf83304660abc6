import { z } from "zod";
import { asList, recordId } from "~/core/fields";

/** `visit-version-therapist-start`, or `visit-version` to keep the visit where it is. */
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

const choices = z.preprocess(asList, z.array(choice).max(200));
const date = z.iso.date("Choose a day.").regex(/^20\d\d/, "Choose a day.");

export const ShowAbsence = z.object({
  id: recordId,
  date: date.optional().catch(undefined),
  slot: choices.catch([]),
});

export const MoveDay = z.object({
  id: recordId,
  date,
  slot: choices.refine((list) => list.some(({ slot }) => slot), "Choose a new time for at least one visit."),
});
export type MoveDay = z.output<typeof MoveDay>;
