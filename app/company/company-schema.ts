import * as z from "zod";
import { emailAddress, filled, flag, line, phoneNumber, recordId, text } from "~/core/fields";
import { languageCodes } from "~/core/language/languages";
import { isWebAddress } from "~/core/web-address";

const cleared = z.union([z.literal("").transform(() => null), z.null()]);

/** An empty field clears the stored value. A missing field doesn't change it. */
const clearable = <Schema extends z.ZodType>(schema: Schema, error: string) =>
  z.union([cleared, schema], { error }).optional();

const fullAddress = "Enter a full URL, like https://www.example.com.";
const webAddress = text(2000).refine(isWebAddress, fullAddress);

const addressOrTextError = "Enter a full URL that starts with https://, or enter the text.";
/** A single word is treated as a URL that lacks https://. */
const addressOrText = text(20_000).refine(
  (value) => isWebAddress(value) || /\s/.test(value),
  addressOrTextError,
);

const badDays = "Enter up to 3 different numbers from 1 to 60, smallest first, like 1, 3, 7.";
const isDay = (day: number) => Number.isInteger(day) && day >= 1 && day <= 60;

const badHours = "Enter a number of hours from 0 to 720.";
const badMinutes = "Enter a number of minutes from 5 to 1,440.";
const noLanguage = "Choose at least one language.";

const CompanyProfile = z.object({
  name: filled(120, "Enter the company's name."),
  phone: clearable(phoneNumber, "Enter a 10-digit US phone number."),
  website: clearable(webAddress, fullAddress),
  address: clearable(text(500), "Use at most 500 characters."),
  support_hours: clearable(line(200), "Use one line with at most 200 characters."),
  reply_to: clearable(emailAddress, "Enter an email address, like name@example.com."),
  privacy_notice: clearable(addressOrText, addressOrTextError),
  privacy_practices: clearable(webAddress, fullAddress),
  terms: clearable(addressOrText, addressOrTextError),
  message_frequency: clearable(line(160), "Use one line with at most 160 characters."),
  about_visit_en: clearable(text(2000), "Use at most 2,000 characters."),
  about_visit_es: clearable(text(2000), "Use at most 2,000 characters."),
  cost_en: clearable(line(300), "Use one line with at most 300 characters."),
  cost_es: clearable(line(300), "Use one line with at most 300 characters."),
  /** Patients see therapists' states and can filter by them. */
  shows_regions: flag,
  /** Patients can book without agreeing to texts. */
  sms_optional: flag,
  /** Therapists' calendar feeds show patients' names. */
  feed_names: flag,
  languages: z
    .array(z.enum(languageCodes, `Choose from ${languageCodes.join(", ")}.`), noLanguage)
    .min(1, noLanguage)
    .max(20, noLanguage)
    .transform((chosen) => languageCodes.filter((code) => chosen.includes(code))),
  offer_cutoff_hours: z.number(badHours).int(badHours).min(0, badHours).max(720, badHours),
  /** Patients who asked for an earlier time get offers. */
  offers_on: flag,
  offer_wave_minutes: z.number(badMinutes).int(badMinutes).min(5, badMinutes).max(1440, badMinutes),
  nudge_days: z
    .array(z.number(badDays), badDays)
    .max(3, badDays)
    .refine((days) => days.every(isDay) && days.every((day, index) => day > (days[index - 1] ?? 0)), badDays),
});
export type CompanyField = keyof z.output<typeof CompanyProfile>;

export const CompanyQuery = z.object({ company: text(120).optional() });

export const ChangeCompany = CompanyProfile.partial().extend({
  company: text(120).optional(),
  /** The version that the user loaded. If it has changed since then, the request is rejected. */
  version: recordId.optional(),
});
export type ChangeCompany = z.output<typeof ChangeCompany>;

const note = z.string().nullable();

export const CompanyJson = z.object({
  name: z.string(),
  phone: note,
  website: note,
  address: note,
  support_hours: note,
  reply_to: note,
  privacy_notice: note,
  privacy_practices: note,
  terms: note,
  message_frequency: note,
  about_visit_en: note,
  about_visit_es: note,
  cost_en: note,
  cost_es: note,
  shows_regions: z.boolean(),
  sms_optional: z.boolean(),
  feed_names: z.boolean(),
  languages: z.array(z.string()),
  offer_cutoff_hours: z.number().int(),
  offers_on: z.boolean(),
  offer_wave_minutes: z.number().int(),
  nudge_days: z.array(z.number().int()),
  version: z.number().int(),
});
