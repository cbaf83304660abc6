import * as z from "zod";
import { returnPath } from "~/core/allowed-return-path";
import { flag, recordId, version } from "~/core/fields";
import { languageCodes } from "~/core/language/languages";
import { interpreter } from "~/orders/language-fields";
import { ConfirmVisitForm, id, interpreterAnswer } from "./visit-schema";

export const VisitPage = z.object({ id, back: returnPath });
/** A move made in this browser is undone only if the visit has not changed since. */
export const UndoMovePage = VisitPage.extend({ version });
export type VisitPage = z.output<typeof VisitPage>;

export const ConfirmVisitPage = ConfirmVisitForm.extend({ back: returnPath });

const date = z.iso.date("Choose a day.").optional();
const time = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, "Enter a time like 09:30.")
  .optional();

/** An invalid day or time is ignored. */
export const MoveVisitPage = VisitPage.extend({ date: date.catch(undefined), time: time.catch(undefined) });

export const MoveVisitForm = VisitPage.extend({ version, date, time, accept: flag.catch(false) });

export const OrderLanguageForm = z.object({
  id: recordId,
  back: returnPath,
  language: z.enum(languageCodes, "Choose a language."),
  interpreter,
  visit: recordId.optional(),
  ...interpreterAnswer,
});
export type OrderLanguageForm = z.output<typeof OrderLanguageForm>;
