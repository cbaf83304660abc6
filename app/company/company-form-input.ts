import { z } from "zod";
import { asList } from "~/core/fields";
import { ChangeCompany } from "./company-schema";
import { daysTyped } from "./nudge-days";

/**
 * A form sends one `languages` for each checked box beside an empty one, and for a checkbox "false"
 * and, if it is checked, "on". Days are typed like "1, 3, 7".
 */
export const CompanyForm = z.preprocess((form: Record<string, unknown>) => {
  const { languages, sms_optional, feed_names, nudge_days, ...rest } = form;
  return {
    ...rest,
    ...(sms_optional !== undefined && { sms_optional: asList(sms_optional).at(-1) }),
    ...(feed_names !== undefined && { feed_names: asList(feed_names).at(-1) }),
    ...(nudge_days !== undefined && { nudge_days: daysTyped(nudge_days) }),
    ...(languages !== undefined && { languages: asList(languages).filter((code) => code !== "") }),
  };
}, ChangeCompany);
