import type { Language } from "~/core/language/languages";
import { segmentsOf } from "~/core/sms-segments";

export const longestText = 1600;
export const mostReplies = 50;

export const placeholders = {
  first_name: "the patient's first name",
  therapist: "the therapist of the next visit",
  visit_time: "the time of the next visit, in the patient's time zone",
  company: "the company's name",
  phone: "the company's phone number",
};
type Placeholder = keyof typeof placeholders;
export type Values = Record<Placeholder, string | null>;

const known = new RegExp(`\\{(${Object.keys(placeholders).join("|")})\\}`, "g");

/** A placeholder without a value stays in the text. */
export const fillPlaceholders = (text: string, values: Values): string =>
  text.replace(known, (whole, name: Placeholder) => values[name] ?? whole);

export const placeholdersIn = (text: string): string[] => [...new Set(text.match(known))];

export const unknownPlaceholderIn = (text: string): string | null =>
  /\{\w+\}/.exec(text.replace(known, ""))?.[0] ?? null;

/** Characters outside GSM-7 lower the limit per text. */
export const hasCostlyCharacters = (text: string): boolean => segmentsOf(text).alphabet === "UCS-2";

export interface FilledReply {
  id: number;
  name: string;
  /** The patient's language first. */
  texts: { language: Language; text: string }[];
  lacksSpanish: boolean;
}

export interface FilledReplies {
  company: string;
  replies: FilledReply[];
}
