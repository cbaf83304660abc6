import { z } from "zod";
import { asList, recordId } from "~/core/fields";

/** A visit as it was seen, and the home chosen for it: `visit-version` alone where it stays. */
const choice = z
  .string()
  .regex(/^\d{1,15}-\d{1,9}(-\d{1,15}-\d{1,15})?$/, "Choose a home from the list.")
  .transform((text) => {
    const [visit = 0, version = 0, therapist, start] = text.split("-").map(Number);
    return { visit, version, home: therapist && start ? { therapist, start } : null };
  });
export type ReplacementChoice = z.output<typeof choice>;

/** How a choice is written in a form. */
export const choiceText = (
  visit: { id: number; version: number },
  home: { therapistId: number; start: number } | null,
) => [visit.id, visit.version, ...(home ? [home.therapistId, home.start] : [])].join("-");

const homes = z.preprocess(asList, z.array(choice).max(200));
const date = z.iso.date("Choose a day.").regex(/^20\d\d/, "Choose a day.");

/** The day a therapist is out, and what was chosen so far; what makes no sense there is as if it were not. */
export const ShowAbsence = z.object({
  id: recordId,
  date: date.optional().catch(undefined),
  home: homes.catch([]),
});

/** The choices that are moved together. */
export const MoveDay = z.object({
  id: recordId,
  date,
  home: homes.refine((given) => given.some(({ home }) => home), "Choose a new home for at least one visit."),
});
export type MoveDay = z.output<typeof MoveDay>;
