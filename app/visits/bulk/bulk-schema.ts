import { z } from "zod";
import { asList, recordId } from "~/core/fields";
import { ConfirmVisitForm } from "../schema";

/** At most so many at once: as many as one page of the worklist shows. */
const mostAtOnce = 100;

const ids = z
  .preprocess(asList, z.array(recordId).max(mostAtOnce, `Select at most ${mostAtOnce} visits.`))
  .transform((given) => [...new Set(given)]);

const acts = ["confirm", "reassign", "cancel"] as const;
export type BulkAct = (typeof acts)[number];

/** The selected visits, and what is to be done with them. */
export const ShowBulk = z.object({ act: z.enum(acts).catch("confirm"), visit: ids });

const some = ids.refine((given) => given.length > 0, "Select at least one visit.");

/** The same once it was said yes to, with what the act takes. */
export const ChangeVisits = z.discriminatedUnion(
  "act",
  [
    z.object({
      act: z.literal("confirm"),
      visit: some,
      /** For visits whose therapist has no link on file. */
      meeting_link: z.union([z.literal("").transform(() => undefined), ConfirmVisitForm.shape.meeting_link], {
        error: "Enter a web address that begins with https://.",
      }),
    }),
    z.object({ act: z.literal("reassign"), visit: some, therapist: recordId }),
    z.object({ act: z.literal("cancel"), visit: some }),
  ],
  "Choose what to do.",
);
export type ChangeVisits = z.output<typeof ChangeVisits>;
