import { z } from "zod";
import { instant, version } from "~/core/fields";
import { returnPath } from "~/core/staff-return-path";
import { SaveOrg } from "~/orders/order-system/order-system-schema";
import { ConfirmVisitForm, id } from "./schema";

/** A visit's own pages, which lead back to where one came from. */
export const VisitPage = z.object({ id, back: returnPath });

/** A confirmation from its page. */
export const ConfirmVisitPage = ConfirmVisitForm.extend({ back: returnPath });

/** A move from its page: one of the times on offer, or a day and a time on the therapist's clock. */
export const MoveVisitForm = z.object({
  id,
  back: returnPath,
  version,
  at: instant.optional(),
  date: z.iso.date("Choose a day.").optional(),
  time: z
    .string()
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Enter a time like 09:30.")
    .optional(),
});

/** The organisation's code, asked for where a visit's patient should open in the order system. */
export const SaveOrgForm = SaveOrg.omit({ db: true }).extend({ id, back: returnPath });
