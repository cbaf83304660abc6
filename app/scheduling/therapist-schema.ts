import { z } from "zod";
import { emailAddress, filled, recordId, text } from "~/core/fields";

const webAddress = z.url({ protocol: /^https?$/, error: "Enter a web address that begins with https://." });

/** The fields of a therapist's record that the modal edits (part 2, section 2); what is left out stays. */
export const UpdateTherapist = z.object({
  id: recordId,
  name: filled(200, "Enter the therapist's name.").optional(),
  email: emailAddress.optional(),
  review_link: z
    .union([z.literal("").transform(() => null), z.null(), text(1000).pipe(webAddress)], {
      error: "Enter a web address that begins with https://.",
    })
    .optional(),
  company_name: filled(200, "Choose a company.").optional(),
  version: z.coerce.number().int().positive().optional(),
});
export type UpdateTherapist = z.output<typeof UpdateTherapist>;

/** The shape of a therapist's record (part 2, section 3). */
export const TherapistJson = z.object({
  id: z.number().int(),
  user_id: z.number().int().nullable(),
  name: z.string(),
  email: z.string(),
  phone: z.string().nullable(),
  timezone: z.string(),
  zoom_link: z.string().nullable(),
  review_link: z.string().nullable(),
  region: z.string(),
  office_number: z.string().nullable(),
  company_name: z.string(),
  company: z.string(),
  daily_capacity: z.number().int(),
  version: z.number().int(),
});
