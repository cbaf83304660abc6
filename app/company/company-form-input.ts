import { z } from "zod";
import { asList } from "~/core/fields";
import { ChangeCompany } from "./company-schema";

/**
 * A form sends one `languages` for each checked box beside an empty one, and for a checkbox "false"
 * and, if it is checked, "on".
 */
export const CompanyForm = z.preprocess((form: Record<string, unknown>) => {
  const { languages, sms_optional, ...rest } = form;
  return {
    ...rest,
    ...(sms_optional !== undefined && { sms_optional: asList(sms_optional).at(-1) }),
    ...(languages !== undefined && { languages: asList(languages).filter((code) => code !== "") }),
  };
}, ChangeCompany);
