import { strings as companyStrings } from "~/company/strings";
import { fill } from "~/core/language/strings";
import { visitStrings } from "./strings";

export const consentTerms = () =>
  fill(visitStrings.consentTerms, { frequency: companyStrings.messageFrequencyInText });

/** What a patient reads beside the box, in their language; stored with the consent. */
export const consentWording = () => `${visitStrings.consent} ${consentTerms()}`;
