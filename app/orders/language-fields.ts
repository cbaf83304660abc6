import * as z from "zod";
import { text } from "~/core/fields";
import { languageCodes } from "~/core/language/languages";
import { languageName } from "~/core/language/spoken-language";

const named = languageCodes.map((code) => `${code} (${languageName(code)})`);

/** An empty cell removes the value, unlike in other columns. */
const clearable = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess(
    (value) => (typeof value === "string" && value.trim() === "" ? null : value),
    schema.nullable(),
  );

const unknownLanguage = `This language isn't available. Enter ${named.join(" or ")}.`;

export const language = clearable(
  z.string(unknownLanguage).trim().toLowerCase().pipe(z.enum(languageCodes, unknownLanguage)),
);

const noLanguage =
  "Enter the interpreter's language, like Spanish, or ASL. Leave it empty if none is needed.";

/** Some exports have a yes/no column instead of a language. */
const isLanguageName = (name: string) =>
  /^\p{L}[\p{L}\p{M} ,'’()/.-]{2,}$/u.test(name) && !/^(yes|none|true|false|n\/a|needed)$/i.test(name);

/** "Spanish" or "ASL". */
export const interpreter = clearable(
  text(60, noLanguage)
    .transform((name) => name.replace(/\s+/g, " "))
    .refine(isLanguageName, noLanguage)
    .transform((name) =>
      name.toLowerCase() === "asl" ? "ASL" : name.charAt(0).toUpperCase() + name.slice(1),
    ),
);
