import * as z from "zod";
import { languageCodes } from "~/core/language/languages";
import { pageToken } from "~/visits/visit-schema";

export const ChooseLanguage = z.object({ language: z.enum(languageCodes) });

/** The paths of patients' pages, without codes or IDs in the query. */
const patientPath =
  /^\/(login|schedule(\/classes(\/\d+)?)?|my-visit(\/(move|cancel|helper|check|earlier|questions))?|my-wait|visit-zone|reset-password|track(\/[\w-]+)?|offer\/[\w-]+|terms|privacy|languages)?(\?(?!.*\b(code|pid|db|so)=)[\w=&%:.+-]*)?$/;

export const ChooseLanguageForm = ChooseLanguage.extend({
  page_token: pageToken,
  to: z.string().max(600).regex(patientPath).catch("/"),
});
