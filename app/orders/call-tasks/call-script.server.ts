import { inLanguage } from "~/core/language/language-scope.server";
import { isLanguage, type Language } from "~/core/language/languages";
import { fill } from "~/core/language/strings";
import { formatPhone } from "~/core/phone";
import { firstName } from "~/core/short-name";
import { strings } from "../strings";
import { type CallTask, callReasons, isAboutNights } from "./call-task";

export interface CallScript {
  language: Language;
  say: string[];
  /** For voicemail. */
  message: string;
}

/** The scripts for a call: one in the patient's language, and one in English if the patient speaks another. */
export function callScripts(task: CallTask, caller: string): CallScript[] {
  const patients = isLanguage(task.language) ? task.language : "en";
  return [...new Set<Language>([patients, "en"])].map((language) =>
    inLanguage({ language }, () => scriptOf(task, caller, language)),
  );
}

function scriptOf(task: CallTask, caller: string, language: Language): CallScript {
  const { call } = strings;
  const { company, company_phone: companyPhone, patient_name } = task;
  const name = patient_name && nameInOrder(patient_name);
  const who = { caller: firstName(caller) ?? caller, company };
  const phone = companyPhone && formatPhone(companyPhone);
  return {
    language,
    say: [
      name ? fill(call.hello, { ...who, name }) : fill(call.helloUnknown, who),
      callReasons[task.reason].say(task),
      ...(isAboutNights(task) ? [call.goodbye] : [call.offer, call.thanks]),
    ],
    message: messageOf({ ...who, name, phone }),
  };
}

interface Message {
  caller: string;
  company: string;
  name: string | null;
  phone: string | null;
}

function messageOf({ name, phone, ...who }: Message): string {
  const { call } = strings;
  if (name && phone) return fill(call.message, { ...who, name, phone });
  if (phone) return fill(call.messageUnknown, { ...who, phone });
  return name
    ? fill(call.messageWithoutNumber, { ...who, name })
    : fill(call.messageUnknownWithoutNumber, who);
}

/** "Ruth Avery" for "Avery, Ruth". */
const nameInOrder = (name: string) => {
  const [last = "", first] = name.split(",").map((part) => part.trim());
  return first ? `${first} ${last}` : last;
};
