import * as z from "zod";
import { asList } from "~/core/fields";
import { ChangeCompany } from "./company-schema";
import { daysTyped } from "./nudge-days";

/** Returns text that isn't a number unchanged. */
const numberTyped = (typed: unknown) =>
  typeof typed === "string" && /^\s*\d{1,6}\s*$/.test(typed) ? Number(typed) : typed;

/**
 * A form sends one `languages` value for each checked box, plus an empty one. A checkbox sends "false" and, if
 * checked, also "on". Days are entered like "1, 3, 7".
 */
export const CompanyForm = z.preprocess((form: Record<string, unknown>) => {
  const { languages, nudge_days, shows_regions, sms_optional, feed_names, offers_on, ...others } = form;
  const { offer_cutoff_hours, offer_wave_minutes, ...rest } = others;
  return {
    ...rest,
    ...(shows_regions !== undefined && { shows_regions: asList(shows_regions).at(-1) }),
    ...(sms_optional !== undefined && { sms_optional: asList(sms_optional).at(-1) }),
    ...(feed_names !== undefined && { feed_names: asList(feed_names).at(-1) }),
    ...(offers_on !== undefined && { offers_on: asList(offers_on).at(-1) }),
    ...(offer_cutoff_hours !== undefined && { offer_cutoff_hours: numberTyped(offer_cutoff_hours) }),
    ...(offer_wave_minutes !== undefined && { offer_wave_minutes: numberTyped(offer_wave_minutes) }),
    ...(nudge_days !== undefined && { nudge_days: daysTyped(nudge_days) }),
    ...(languages !== undefined && { languages: asList(languages).filter((code) => code !== "") }),
  };
}, ChangeCompany);
