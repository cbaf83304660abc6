import { firstName } from "~/core/first-name";
import { inLanguage } from "~/core/language/language-scope.server";
import { isLanguage, type Language } from "~/core/language/languages";
import { fill } from "~/core/language/strings";
import { formatPhone } from "~/core/phone";
import { formatLongDay } from "~/core/time";
import { strings } from "../strings";
import type { CallTask } from "./call-task";

export interface CallScript {
  language: Language;
  say: string[];
  /** For an answering machine. */
  message: string;
}

/** What to say, in the patient's language, then in English where that is another. */
export function callScripts(task: CallTask, caller: string): CallScript[] {
  const { language } = task;
  const own = isLanguage(language) ? language : "en";
  return [...new Set<Language>([own, "en"])].map((one) =>
    inLanguage({ language: one }, () => scriptOf(task, caller, one)),
  );
}

function scriptOf(task: CallTask, caller: string, language: Language): CallScript {
  const { call } = strings;
  const { company, company_phone: companyPhone, patient_name, visit_start: start } = task;
  const name = patient_name && nameInOrder(patient_name);
  const who = { caller: firstName(caller) ?? caller, company };
  const isMissed = task.reason === "missed_visit" && start !== null;
  const to = { ...who, name: name ?? "" };
  return {
    language,
    say: [
      name ? fill(call.hello, to) : fill(call.helloUnknown, who),
      isMissed ? fill(call.missed, { when: formatLongDay(start, task.patient_zone) }) : call.noVisit,
      call.offer,
      call.thanks,
    ],
    message: companyPhone
      ? fill(call.message, { ...to, phone: formatPhone(companyPhone) })
      : fill(call.messageWithoutNumber, to),
  };
}

/** "Ruth Avery" for "Avery, Ruth". */
const nameInOrder = (name: string) => {
  const [last = "", first] = name.split(",").map((part) => part.trim());
  return first ? `${first} ${last}` : last;
};
