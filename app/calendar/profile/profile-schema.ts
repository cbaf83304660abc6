import { z } from "zod";
import { recordId } from "~/core/fields";
import { UpdateTherapist } from "~/therapists/therapist-schema";
import { ConfirmVisitForm } from "~/visits/schema";

const page = z.coerce.number().int().min(1).max(10_000).catch(1);

/** A therapist's record, and which page of each of its lists. */
export const ShowProfile = z.object({
  id: recordId,
  confirmed: page,
  submitted: page,
  completed: page,
  cancelled: page,
  /** How many free slots the list shows; what the card decides where nothing is said. */
  slots: z.coerce.number().int().min(0).max(100_000).optional().catch(undefined),
});
export type ShowProfile = z.output<typeof ShowProfile>;

const noVisit = "There is no such visit.";
const visit = z.coerce.number(noVisit).int(noVisit).min(1, noVisit).max(Number.MAX_SAFE_INTEGER, noVisit);

/** What the forms of the record send: which of the four acts, and what it takes. */
export const ChangeProfile = z.discriminatedUnion(
  "act",
  [
    z.object({
      act: z.literal("confirm"),
      id: recordId,
      visit,
      ...ConfirmVisitForm.omit({ id: true }).shape,
    }),
    z.object({ act: z.literal("complete"), id: recordId, visit }),
    z.object({ act: z.literal("cancel"), id: recordId, visit }),
    UpdateTherapist.extend({ act: z.literal("save") }),
  ],
  "Say what to do: confirm, complete, cancel or save.",
);
export type ChangeProfile = z.output<typeof ChangeProfile>;
export type ProfileAction = ChangeProfile["act"];
