import { z } from "zod";
import { asList, filled, flag, phoneNumber, recordId, text } from "~/core/fields";

const cleared = z.union([z.literal("").transform(() => null), z.null()]);

/** An empty field clears what is on file; a field that is left out stays. */
const optional = <Schema extends z.ZodType>(schema: Schema, error: string) =>
  z.union([cleared, schema], { error }).optional();

const CompanyProfile = z.object({
  name: filled(120, "Enter the company's name."),
  phone: optional(phoneNumber, "Enter a 10-digit US phone number."),
  support_hours: optional(text(200), "Use at most 200 characters."),
  about_visit_en: optional(text(2000), "Use at most 2,000 characters."),
  about_visit_es: optional(text(2000), "Use at most 2,000 characters."),
  /** A form sends "false" and, if the box is checked, "on". */
  sms_optional: z.preprocess(
    (value) => asList(value).at(-1),
    flag.transform((on) => (on ? 1 : 0)).optional(),
  ),
});
export type CompanyField = keyof z.output<typeof CompanyProfile>;

export const CompanyQuery = z.object({ company: text(120).optional() });

export const ChangeCompany = CompanyProfile.partial().extend({
  company: text(120).optional(),
  /** The version that was read; a newer one refuses the change. */
  version: recordId.optional(),
});
export type ChangeCompany = z.output<typeof ChangeCompany>;

export const CompanyJson = z.object({
  name: z.string(),
  phone: z.string().nullable(),
  support_hours: z.string().nullable(),
  about_visit_en: z.string().nullable(),
  about_visit_es: z.string().nullable(),
  sms_optional: z.boolean(),
  version: z.number().int(),
});
