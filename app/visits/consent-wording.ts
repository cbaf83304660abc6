import { strings as companyStrings } from "~/company/strings";
import { fill } from "~/core/language/strings";
import { visitStrings } from "./strings";

export const consentTerms = () =>
  fill(visitStrings.consentTerms, { frequency: companyStrings.messageFrequencyInText });

/** The consent text in the patient's language, which is stored with the consent. */
export const consentWording = () => `${visitStrings.consent} ${consentTerms()}`;
