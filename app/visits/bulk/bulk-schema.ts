import { z } from "zod";
import { asList, recordId } from "~/core/fields";
import { ConfirmVisitForm } from "../schema";

const mostVisits = 100;

const ids = z
  .preprocess(asList, z.array(recordId).max(mostVisits, `Select at most ${mostVisits} visits.`))
  .transform((list) => [...new Set(list)]);

const acts = ["confirm", "reassign", "cancel"] as const;
export type BulkAct = (typeof acts)[number];

export const ShowBulk = z.object({ act: z.enum(acts).catch("confirm"), visit: ids });

const selected = ids.refine((list) => list.length > 0, "Select at least one visit.");

export const ChangeVisits = z.discriminatedUnion(
  "act",
  [
    z.object({
      act: z.literal("confirm"),
      visit: selected,
      meeting_link: z.union([z.literal("").transform(() => undefined), ConfirmVisitForm.shape.meeting_link], {
        error: "Enter a web address that starts with https://.",
      }),
    }),
    z.object({ act: z.literal("reassign"), visit: selected, therapist: recordId }),
    z.object({ act: z.literal("cancel"), visit: selected }),
  ],
  "Choose what to do.",
);
export type ChangeVisits = z.output<typeof ChangeVisits>;
