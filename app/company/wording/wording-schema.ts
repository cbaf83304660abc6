import * as z from "zod";
import { recordId, text } from "~/core/fields";
import { languageCodes } from "~/core/language/languages";
import { partNames } from "./sentences";

const parts = Object.keys(partNames) as [string, ...string[]];

export const WordingQuery = z.object({
  company: text(120).optional(),
  language: z.enum(languageCodes).catch("es"),
  part: z.enum(parts).catch(parts[0]),
  q: text(100).catch(""),
});

export const ChangeWording = z.object({
  company: text(120).optional(),
  version: recordId,
  /** By key. An empty text restores the default. */
  texts: z.record(z.string().max(200), z.string("Enter each sentence once.")),
});
export type ChangeWording = z.output<typeof ChangeWording>;

/** Each field is named after its key. The value of the button `default` is the key of the sentence to reset. */
export const WordingForm = z.preprocess((form: Record<string, unknown>) => {
  const texts = Object.entries(form).filter(([name]) => name.includes("."));
  const reset = typeof form.default === "string" ? [[form.default, ""]] : [];
  return { ...form, texts: Object.fromEntries([...texts, ...reset]) };
}, WordingQuery.extend(ChangeWording.shape));
