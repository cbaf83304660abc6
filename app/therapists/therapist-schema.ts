import * as z from "zod";
import {
  asList,
  emailAddress,
  example,
  filled,
  phoneNumber,
  recordId,
  shown,
  text,
  webLink,
  wholeNumber,
} from "~/core/fields";
import { languageCodes } from "~/core/language/languages";
import { localHour, zoneOf, zoneOrUtc } from "~/core/time";
import { zonesOfState } from "~/core/zones/state-zones";
import { stateOf } from "~/core/zones/states";

/** The languages besides English that a therapist may speak. */
export const spokenLanguages = languageCodes.filter((code) => code !== "en");

export const UpdateTherapist = z.object({
  id: recordId,
  name: filled(200, "Enter the therapist's name.").optional(),
  email: emailAddress.optional(),
  review_link: z
    .union([z.literal("").transform(() => null), z.null(), webLink], {
      error: "Enter a web address that starts with https://.",
    })
    .optional(),
  company_name: filled(200, "Choose a company.").optional(),
  version: z.coerce.number().int().positive().optional(),
});
export type UpdateTherapist = z.output<typeof UpdateTherapist>;

/** A form sends one value for each checked box, plus an empty one. */
const spoken = example(
  z.preprocess(
    (typed) => asList(typed).filter((code) => code !== ""),
    z
      .array(z.enum(spokenLanguages, `Choose from ${spokenLanguages.join(", ")}.`))
      .transform((chosen) => spokenLanguages.filter((code) => chosen.includes(code))),
  ),
  ["es"],
);

const chooseState = "Choose a state.";
const chooseZone = "Choose a time zone.";

export const AddTherapist = z.object({
  name: UpdateTherapist.shape.name.unwrap(),
  email: emailAddress,
  phone: phoneNumber,
  company_name: UpdateTherapist.shape.company_name.unwrap(),
  region: example(
    text(100, chooseState)
      .refine((typed) => stateOf(typed) !== null, chooseState)
      .transform((typed) => stateOf(typed) ?? typed),
    "NC",
  ),
  timezone: example(
    text(60, chooseZone).refine((typed) => zoneOf(typed) !== null, chooseZone),
    "EST",
  ),
  zoom_link: UpdateTherapist.shape.review_link,
  /** The languages besides English. */
  languages: spoken.optional(),
  daily_capacity: wholeNumber(1, 100, "Enter a daily capacity from 1 to 100 visits.").default(6),
});
export type AddTherapist = z.output<typeof AddTherapist>;

export const therapistZones = {
  EST: "Eastern",
  CST: "Central",
  MST: "Mountain",
  "America/Phoenix": "Mountain, no daylight saving time (Arizona)",
  PST: "Pacific",
  AKST: "Alaska",
  HST: "Hawaii",
  "America/Puerto_Rico": "Atlantic (Puerto Rico)",
  "Pacific/Guam": "Guam",
  "Pacific/Pago_Pago": "American Samoa",
} as const;

const hours = (zone: string) =>
  [0, 6].map((month) => localHour(Date.UTC(2026, month, 15, 12), zoneOrUtc(zone))).join();

/** The listed zone where most people of a state live. */
export function usualZone(state: string): keyof typeof therapistZones | undefined {
  const [zone] = zonesOfState(state);
  if (!zone) return undefined;
  return (Object.keys(therapistZones) as (keyof typeof therapistZones)[]).find(
    (listed) => hours(listed) === hours(zone),
  );
}

export const TherapistJson = z.object({
  id: z.number().int(),
  user_id: z.number().int().nullable(),
  name: shown.therapist,
  email: shown.email,
  phone: shown.phone.nullable(),
  timezone: example(z.string(), "EST"),
  zoom_link: shown.link.nullable(),
  review_link: shown.link.nullable(),
  region: shown.state,
  office_number: example(z.string(), "9195550100").nullable(),
  company_name: shown.company,
  company: shown.company,
  languages: z.array(z.string()),
  /** The beginnings of the postal codes to which the therapist travels. Missing if everywhere. */
  zip_prefixes: z.array(z.string()).optional(),
  daily_capacity: z.number().int(),
  version: z.number().int(),
});

export const therapistName = example(
  z.string({ error: "Choose a therapist." }).trim().min(1, "Choose a therapist.").max(200),
  "Hannah Whitfield",
);
