import * as z from "zod";
import { asList, emailAddress, example, filled, flag, line, phoneNumber, shown, text } from "~/core/fields";
import { languageCodes } from "~/core/language/languages";
import { linkTemplate } from "~/core/meeting-link-template";
import { formatPhone } from "~/core/phone";
import { isWebAddress } from "~/core/web-address";
import type { Row } from "~/db/tables";
import { daysIn, daysTyped } from "./nudge-days";
import { offeredLanguages } from "./patient-language";

type Stored = Omit<
  Row<"companies">,
  "id" | "texts" | "version" | "moving_at" | "moved_to" | "equipment_on_at" | "plans_ended_at"
>;

interface SettingField {
  label: string;
  hint?: string;
  optional?: true;
  required?: true;
  type?: "tel" | "url" | "email";
  inputMode?: "numeric";
  maxLength?: number;
  /** The number of lines, if the text may have several. */
  rows?: number;
}

interface Setting<Column> extends SettingField {
  control: "text" | "switch" | "languages" | "choice";
  /** The values that can be chosen, with their names. */
  options?: Readonly<Record<string, string>>;
  /** The value in the API's requests. */
  input: z.ZodType;
  /** The value in the API's responses. */
  output: z.ZodType;
  /** Turns what the form sends into `input`. */
  typed(value: unknown): unknown;
  read(stored: Column): unknown;
  write(value: never): Column;
  shown?(value: never): string;
}

const same = <Value>(value: Value): Value => value;
const cleared = z.union([z.literal("").transform(() => null), z.null()]);

/** A text that an empty field clears. */
const clearable = <Schema extends z.ZodType<string>>(schema: Schema, error: string, field: SettingField) => ({
  ...field,
  control: "text" as const,
  input: z.union([cleared, schema], { error }).optional(),
  // A text is returned as it is entered, except that phone numbers are E.164.
  output: z
    .string()
    .meta(schema.meta() ?? {})
    .nullable(),
  typed: same<unknown>,
  read: same<string | null>,
  write: (value: string | null) => value,
  shown: (value: string | null) => value ?? "",
});

const choice = (label: string, hint: string) => ({
  label,
  hint,
  control: "switch" as const,
  input: flag,
  output: z.boolean(),
  // A checkbox sends "false" and, if checked, also "on".
  typed: (value: unknown): unknown => asList(value).at(-1),
  read: (stored: number) => stored === 1,
  write: (value: boolean) => Number(value),
});

/** Text that isn't a number is left for the schema to refuse. */
const numberTyped = (typed: unknown): unknown =>
  typeof typed === "string" && /^\s*\d{1,6}\s*$/.test(typed) ? Number(typed) : typed;

function numeric([least, most]: [number, number], error: string, field: SettingField) {
  return {
    ...field,
    control: "text" as const,
    inputMode: "numeric" as const,
    maxLength: 5,
    required: true as const,
    input: z.number(error).int(error).min(least, error).max(most, error),
    output: z.number().int(),
    typed: numberTyped,
    read: same<number>,
    write: same<number>,
    shown: String,
  };
}

const fullAddress = "Enter a full URL, like https://www.example.com.";
const webAddress = example(text(2000).refine(isWebAddress, fullAddress), "https://www.example.com");

const addressOrTextError = "Enter a full URL that starts with https://, or enter the text.";
/** A single word is treated as a URL that lacks https://. */
export const addressOrText = example(
  text(20_000).refine((value) => isWebAddress(value) || /\s/.test(value), addressOrTextError),
  "https://www.example.com/notice",
);
export const addressOrTextHint =
  "The URL of your page, or the full text. If empty, patients see the standard text.";

const aboutVisit = (label: string) =>
  clearable(text(2000), "Use at most 2,000 characters.", {
    label,
    optional: true,
    hint: "One item per line. If empty, patients see the standard list.",
    maxLength: 2000,
    rows: 6,
  });

const costLine = (label: string, hint?: string) =>
  clearable(
    example(line(300), "Medicare and most plans cover this visit."),
    "Use one line with at most 300 characters.",
    {
      label,
      optional: true,
      ...(hint && { hint }),
      maxLength: 300,
    },
  );

const noLanguage = "Choose at least one language.";
const badDays = "Enter up to 3 different numbers from 1 to 60, smallest first, like 1, 3, 7.";
const isDay = (day: number) => Number.isInteger(day) && day >= 1 && day <= 60;

/**
 * Every setting of a company: its column, its field on the Company page (`ui/company-form.tsx` places it), and its
 * value in the API. The company's file for another installation contains every column.
 */
export const settings = {
  name: {
    label: "Name",
    hint: "The name that patients know you by.",
    maxLength: 120,
    required: true,
    control: "text",
    input: example(filled(120, "Enter the company's name."), "Blue Ridge Home Medical"),
    output: shown.company,
    typed: same<unknown>,
    read: same<string>,
    write: same<string>,
    shown: same<string>,
  },
  phone: {
    ...clearable(phoneNumber, "Enter a 10-digit US phone number.", {
      label: "Phone",
      type: "tel",
      hint: "The number patients call for help.",
    }),
    shown: (phone: string | null) => (phone ? formatPhone(phone) : ""),
  },
  support_hours: clearable(
    example(line(200), "Monday to Friday, 8 AM to 5 PM Eastern Time"),
    "Use one line with at most 200 characters.",
    {
      label: "Support hours",
      optional: true,
      hint: "When patients can call. For example: Monday to Friday, 8 AM to 5 PM Eastern Time.",
      maxLength: 200,
    },
  ),
  website: clearable(webAddress, fullAddress, {
    label: "Website",
    optional: true,
    type: "url",
    hint: "For example: https://www.example.com",
  }),
  reply_to: clearable(emailAddress, "Enter an email address, like name@example.com.", {
    label: "Reply-to email",
    optional: true,
    type: "email",
    hint: "Replies to emails that Firstnight sends go here.",
  }),
  address: clearable(example(text(500), "1 Main Street, Boone, NC 28607"), "Use at most 500 characters.", {
    label: "Mailing address",
    optional: true,
    maxLength: 500,
    rows: 3,
  }),
  privacy_notice: clearable(addressOrText, addressOrTextError, {
    label: "Privacy notice",
    optional: true,
    hint: addressOrTextHint,
    rows: 4,
  }),
  privacy_practices: clearable(webAddress, fullAddress, {
    label: "Notice of privacy practices",
    optional: true,
    type: "url",
    hint: "The URL of the notice that HIPAA requires (45 CFR 164.520).",
  }),
  terms: clearable(addressOrText, addressOrTextError, {
    label: "Terms",
    optional: true,
    hint: addressOrTextHint,
    rows: 4,
  }),
  message_frequency: clearable(
    example(line(160), "About 5 messages per visit."),
    "Use one line with at most 160 characters.",
    {
      label: "How often you text",
      optional: true,
      hint: "Replaces “Message frequency varies.” in English. For example: About 5 messages per visit.",
      maxLength: 160,
    },
  ),
  about_visit_en: aboutVisit("What to have ready, in English"),
  about_visit_es: aboutVisit("What to have ready, in Spanish"),
  cost_en: costLine(
    "About cost, in English",
    "Patients see this line above the times. For example: Medicare and most plans cover this visit.",
  ),
  cost_es: costLine("About cost, in Spanish"),
  shows_regions: choice(
    "Show therapists' states, and let patients choose by state",
    "Turn this off for video visits, where the therapist's state doesn't matter.",
  ),
  sms_optional: choice(
    "Patients may book without agreeing to texts",
    "Recommended. They can choose email or phone calls instead. Carriers reject texting campaigns that require consent to book.",
  ),
  feed_names: choice(
    "Show patients' names in therapists' calendar feeds",
    "A feed goes to the therapist's calendar app, such as Google or Outlook. Patients' names are protected health information, so sign a business associate agreement with that provider first.",
  ),
  languages: {
    label: "Languages for patients",
    hint: "Patients can switch between these. If you offer only one, patients can't switch.",
    control: "languages",
    input: z
      .array(z.enum(languageCodes, `Choose from ${languageCodes.join(", ")}.`), noLanguage)
      .min(1, noLanguage)
      .max(20, noLanguage)
      .transform((chosen) => languageCodes.filter((code) => chosen.includes(code))),
    output: z.array(z.string()),
    // A form sends one value for each checked box, plus an empty one.
    typed: (value: unknown): unknown => asList(value).filter((code) => code !== ""),
    read: (stored: string) => [...offeredLanguages(stored)],
    write: (codes: readonly string[]) => JSON.stringify(codes),
  },
  confirm_hours: numeric([1, 80], "Enter a number of hours from 1 to 80.", {
    label: "Therapists confirm within (business hours)",
    hint: "From 9 AM to 5 PM, Monday to Friday, in the therapist's time zone. 8 is one business day. Patients read until when their time is confirmed. Visits that are still unconfirmed then are first in the worklist.",
  }),
  confirm_immediately: choice(
    "Confirm patients' visits immediately",
    "Only where the therapist has a meeting link and the patient needs no interpreter. Other visits wait for the therapist.",
  ),
  link_template: clearable(linkTemplate, "Enter addresses that start with https://.", {
    label: "Meeting links",
    optional: true,
    hint: "An address like https://meet.example.org/{random}, where each visit gets its own random part. Or your own links, one a line: each visit gets one that is free at its time. Visits are then confirmed without asking for a link.",
    maxLength: 4000,
    rows: 3,
  }),
  first_nights: choice(
    "Follow patients' first 90 nights",
    "From the completed setup visit on. Shows who doesn't reach Medicare's rule for the device: 4 hours on 21 of 30 nights in a row. Nights come from your reporting system or are entered by staff.",
  ),
  class_minimum: numeric([1, 50], "Enter a number of patients from 1 to 50.", {
    label: "Fewest patients in a class",
    hint: "Two days before a class with fewer patients, supervisors decide whether to hold it or to move the patients.",
  }),
  equipment: {
    label: "Equipment on its way",
    hint: "Needs shipments: from a file, the API, or entered by staff on the order's page.",
    control: "choice",
    options: {
      off: "Don't show it to patients",
      inform: "Tell patients when it should arrive",
      require: "Tell patients, and offer only times after it should arrive",
    },
    input: z.enum(["off", "inform", "require"], "Choose off, inform, or require."),
    output: z.enum(["off", "inform", "require"]),
    typed: same<unknown>,
    read: same<"off" | "inform" | "require">,
    write: same<"off" | "inform" | "require">,
    shown: same<string>,
  },
  equipment_days: numeric([0, 30], "Enter a number of days from 0 to 30.", {
    label: "Days to wait after the equipment's expected day",
    hint: "Used if times are offered only after the equipment should arrive. With 0, from the next day on.",
  }),
  offers_on: choice(
    "Offer freed times to patients who asked for an earlier visit",
    "If you turn this off, open offers end immediately. Patients who open one see that the time is no longer available and that their visit stays as it was. Firstnight keeps patients' requests.",
  ),
  offer_wave_minutes: numeric([5, 1440], "Enter a number of minutes from 5 to 1,440.", {
    label: "Minutes between offers",
    hint: "Three patients get an offer at the same time. After this many minutes, three more get one.",
  }),
  offer_cutoff_hours: numeric([0, 720], "Enter a number of hours from 0 to 720.", {
    label: "Stop offers this many hours before the visit",
    hint: "Firstnight doesn't offer times sooner than this. Open offers end at this point.",
  }),
  nudge_days: {
    label: "Remind patients without a visit after (days)",
    hint: "Up to three numbers, like 1, 3, 7, counted from the day the link was sent. If empty, no reminders are sent.",
    maxLength: 20,
    control: "text",
    input: z
      .array(z.number(badDays), badDays)
      .max(3, badDays)
      .refine(
        (days) => days.every(isDay) && days.every((day, index) => day > (days[index - 1] ?? 0)),
        badDays,
      ),
    output: z.array(z.number().int()),
    typed: daysTyped,
    read: daysIn,
    write: (days: readonly number[]) => JSON.stringify(days),
    shown: (days: readonly number[]) => days.join(", "),
  },
} as const satisfies { [Name in keyof Stored]: Setting<Stored[Name]> };

type Settings = typeof settings;
export type SettingName = keyof Settings;
export const settingNames = Object.keys(settings) as SettingName[];

type Inputs = { [Name in SettingName]: Settings[Name]["input"] };
type Outputs = { [Name in SettingName]: Settings[Name]["output"] };

/** A setting for code that treats all settings alike. */
const anySetting = (name: SettingName) => settings[name] as unknown as Setting<unknown>;

const ofEach = <Value>(value: (setting: Setting<unknown>) => Value): unknown =>
  Object.fromEntries(settingNames.map((name) => [name, value(anySetting(name))]));

export const settingFields: Record<
  SettingName,
  SettingField & Pick<Setting<unknown>, "control" | "options">
> = settings;

export const settingInputs = ofEach(({ input }) => input) as Inputs;
export const settingOutputs = ofEach(({ output }) => output) as Outputs;

export type CompanyView = { [Name in SettingName]: z.output<Outputs[Name]> } & { version: number };

export function companyView(company: Row<"companies">): CompanyView {
  const values = settingNames.map((name) => [name, anySetting(name).read(company[name])]);
  return { ...Object.fromEntries(values), version: company.version };
}

export type SettingValues = { [Name in SettingName]?: z.output<Inputs[Name]> | undefined };

/** The columns that change to these values. A missing value changes nothing. */
export function settingColumns(values: SettingValues): Partial<Stored> {
  const given = settingNames.filter((name) => values[name] !== undefined);
  return Object.fromEntries(given.map((name) => [name, anySetting(name).write(values[name] as never)]));
}

export const shownSetting = (name: SettingName, company: CompanyView): string =>
  anySetting(name).shown?.(company[name] as never) ?? "";
