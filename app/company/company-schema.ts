import { z } from "zod";
import { emailAddress, filled, phoneNumber, recordId, text } from "~/core/fields";

const wrongAddress = "Enter a web address that starts with https://.";
const webAddress = text(300).pipe(
  z.url({ protocol: /^https?$/, hostname: z.regexes.hostname, error: wrongAddress }),
);

const cleared = z.union([z.literal("").transform(() => null), z.null()]);

/** An empty field clears what is on file; a field that is left out stays. */
const optional = <Schema extends z.ZodType>(schema: Schema, error: string) =>
  z.union([cleared, schema], { error }).optional();

const shortText = (most: number) =>
  optional(text(most), `Use at most ${most.toLocaleString("en-US")} characters.`);

/** What patients read about a company: on pages, in messages, and in calendar entries (part 4, section A). */
export const CompanyProfile = z.object({
  name: filled(120, "Enter the company's name."),
  phone: optional(phoneNumber, "Enter a 10-digit US phone number."),
  website: optional(webAddress, wrongAddress),
  address: shortText(300),
  support_hours: shortText(200),
  /** A web address, or the text itself. */
  privacy_notice: shortText(20_000),
  privacy_practices: optional(webAddress, wrongAddress),
  /** A web address, or the text itself. */
  terms: shortText(20_000),
  message_frequency: shortText(160),
  about_visit_en: shortText(2000),
  reply_to: optional(emailAddress, "Enter a complete email address, like name@example.com."),
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
