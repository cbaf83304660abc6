import { strings as companyStrings } from "~/company/strings";
import { fill } from "~/core/language/strings";
import { visitStrings } from "./strings";

export const consentTerms = () =>
  fill(visitStrings.consentTerms, { frequency: companyStrings.messageFrequencyInText });

/** The text next to the consent checkbox, in the patient's language. It is stored with the consent. */
export const consentWording = () => `${visitStrings.consent} ${consentTerms()}`;
