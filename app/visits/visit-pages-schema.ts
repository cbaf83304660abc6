import { z } from "zod";
import { instant, version } from "~/core/fields";
import { returnPath } from "~/core/staff-return-path";
import { SaveOrg } from "~/orders/order-system/order-system-schema";
import { ConfirmVisitForm, id } from "./schema";

export const VisitPage = z.object({ id, back: returnPath });

export const ConfirmVisitPage = ConfirmVisitForm.extend({ back: returnPath });

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

export const SaveOrgForm = SaveOrg.omit({ db: true }).extend({ id, back: returnPath });
