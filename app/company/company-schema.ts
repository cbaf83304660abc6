import * as z from "zod";
import { recordId, text } from "~/core/fields";
import { type SettingName, settingInputs, settingOutputs, settings } from "./company-settings";

export const CompanyQuery = z.object({ company: text(120).optional() });

/** A missing field doesn't change anything. */
export const ChangeCompany = z
  .object(settingInputs)
  .partial()
  .extend({
    company: text(120).optional(),
    /** The version that the user loaded. If it has changed since then, the request is rejected. */
    version: recordId.optional(),
  });
export type ChangeCompany = z.output<typeof ChangeCompany>;

export const CompanyJson = z.object(settingOutputs).extend({ version: z.number().int() });

export const CompanyForm = z.preprocess(
  (form: Record<string, unknown>) =>
    Object.fromEntries(
      Object.entries(form).map(([name, value]) => [
        name,
        Object.hasOwn(settings, name) ? settings[name as SettingName].typed(value) : value,
      ]),
    ),
  ChangeCompany,
);
