import { z } from "zod";
import { emailAddress, filled, phoneNumber, recordId, text } from "~/core/fields";

const webAddress = z.url({
  protocol: /^https?$/,
  hostname: z.regexes.hostname,
  error: "Enter a web address that starts with https://.",
});

/** An empty field clears what is on file; a field that is left out stays. */
const optional = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === "" ? null : value), schema.nullable().optional());

/** What patients read about a company: on pages, in messages, and in calendar entries (part 4, section A). */
export const CompanyProfile = z.object({
  name: filled(120, "Enter the company's name."),
  phone: optional(phoneNumber),
  website: optional(text(300).pipe(webAddress)),
  address: optional(text(300)),
  support_hours: optional(text(200)),
  /** A web address, or the text itself. */
  privacy_notice: optional(text(20_000)),
  privacy_practices: optional(text(300).pipe(webAddress)),
  /** A web address, or the text itself. */
  terms: optional(text(20_000)),
  message_frequency: optional(text(160)),
  about_visit_en: optional(text(2000)),
  reply_to: optional(emailAddress),
});
export type CompanyField = keyof z.output<typeof CompanyProfile>;

/** Which company: by name, or the only one on file. */
export const CompanyQuery = z.object({ company: text(120).optional() });

export const ChangeCompany = CompanyProfile.partial().extend({
  company: text(120).optional(),
  /** The version that was read; a newer one refuses the change. */
  version: recordId.optional(),
});
export type ChangeCompany = z.output<typeof ChangeCompany>;

const maybeText = z.string().nullable();

export const CompanyJson = z.object({
  name: z.string(),
  phone: maybeText,
  website: maybeText,
  address: maybeText,
  support_hours: maybeText,
  privacy_notice: maybeText,
  privacy_practices: maybeText,
  terms: maybeText,
  message_frequency: maybeText,
  about_visit_en: maybeText,
  reply_to: maybeText,
  version: z.number().int(),
});
