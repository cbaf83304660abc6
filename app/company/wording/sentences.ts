import { type Language, languageCodes } from "~/core/language/languages";
import { allStrings } from "~/core/language/strings";
import { frequencyKeys } from "../patient-language";

export interface Sentence {
  /** "es.schedule.absenceTitle.none" */
  key: string;
  part: string;
  /** "Absence title › none" */
  name: string;
  text: string;
  isText: boolean;
}

/** Display names of the modules' string tables, in the order that patients see the texts. */
export const partNames: Record<string, string> = {
  schedule: "Schedule and My visit",
  questions: "Questions before the visit",
  checkIns: "First 90 nights",
  joining: "Getting ready and joining",
  visits: "Messages about visits",
  tracking: "Order tracking",
  login: "Sign-in, terms, and privacy",
  orders: "Links and access codes",
  messages: "Consent and greetings",
  company: "Phone and message frequency",
  ui: "Every page",
  core: "Form fields",
};

const sentByText =
  /^\w+\.((visits|orders)\.text\.|messages\.(consent|help)|company\.messageFrequencyInText|checkIns\.text$)/;

const inWords = (name: string) =>
  /^\d+$/.test(name)
    ? String(Number(name) + 1)
    : name
        .replace(/([a-z])([A-Z])/g, "$1 $2")
        .replace(/[-_]/g, " ")
        .toLowerCase();

function leaves(texts: object, path: string[]): [path: string[], text: string][] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === "string"
      ? [[[...path, key], value] as [string[], string]]
      : leaves(value, [...path, key]),
  );
}

function sentencesOf(language: Language): Sentence[] {
  return [...allStrings].flatMap(([part, tables]) =>
    leaves(tables[language], []).map(([path, text]) => {
      const key = [language, part, ...path].join(".");
      const name = path.map(inWords).join(" › ");
      return {
        key,
        part,
        name: name.charAt(0).toUpperCase() + name.slice(1),
        text,
        isText: sentByText.test(key),
      };
    }),
  );
}

export const listSentences = (language: Language): Sentence[] =>
  sentencesOf(language).filter(({ key }) => !frequencyKeys.includes(key));

export const sentencesByKey = (): Map<string, Sentence> =>
  new Map(languageCodes.flatMap(listSentences).map((sentence) => [sentence.key, sentence]));
