import * as z from "zod";
import { returnPath } from "~/core/allowed-return-path";
import { asList, optional, recordId } from "~/core/fields";
import { cancelReason, noShowReason } from "../outcome/outcome-schema";
import { choices, mostVisits } from "../reassign/replacement-choice";
import { ConfirmVisitForm } from "../visit-schema";

const ids = z
  .preprocess(asList, z.array(recordId).max(mostVisits, `Select at most ${mostVisits} visits.`))
  .transform((list) => [...new Set(list)]);

const outcomeActs = ["complete", "no_show"] as const;
const acts = ["confirm", "reassign", "cancel", ...outcomeActs] as const;
export type BulkAct = (typeof acts)[number];

export const isOutcomeAct = (act: BulkAct): boolean => (outcomeActs as readonly string[]).includes(act);

const therapist = optional(recordId);

export const ShowBulk = z.object({
  act: z.enum(acts).catch("confirm"),
  visit: ids,
  to: therapist.catch(undefined),
  back: returnPath,
});

const selected = ids.refine((list) => list.length > 0, "Select at least one visit.");

const Change = z.discriminatedUnion(
  "act",
  [
    z.object({
      act: z.literal("confirm"),
      visit: selected,
      // The form asks for a link only if one is missing.
      meeting_link: optional(ConfirmVisitForm.shape.meeting_link),
    }),
    // Either each visit gets a chosen time, or all visits go to one therapist at their current times.
    z
      .object({ act: z.literal("reassign"), slot: choices, visit: ids, therapist })
      .refine(
        ({ slot, visit, therapist }) => slot.some((choice) => choice.slot) || (visit.length && therapist),
        {
          path: ["slot"],
          message: "Choose a new time for at least one visit.",
        },
      ),
    z.object({ act: z.literal("cancel"), visit: selected, reason: cancelReason }),
    z.object({ act: z.literal("complete"), visit: selected }),
    z.object({ act: z.literal("no_show"), visit: selected, reason: noShowReason }),
  ],
  "Choose what to do.",
);

/** `seen`: the visits as the page showed them. */
export const ChangeVisits = z.intersection(Change, z.object({ back: returnPath, seen: choices }));
export type ChangeVisits = z.output<typeof ChangeVisits>;

export const ShowBulkChange = z.object({ id: recordId, back: returnPath });

export const ContinueBulkChange = z.object({
  id: recordId,
  act: z.enum(["continue", "resume", "stop", "undo"], "Choose what to do."),
  back: returnPath,
});
