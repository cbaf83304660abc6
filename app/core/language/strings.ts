import { memoizeByKey } from "../memoize-by-key";
import { currentLocale, currentScope, type OwnTexts } from "./current-language";
import { type Language, languageCodes } from "./languages";
import { type Texts, withOwn } from "./own-wording";

/** The type of a translation: the same keys with any text. */
export type Translation<Source> = {
  readonly [Key in keyof Source]: Source[Key] extends string ? string : Translation<Source[Key]>;
};

/** The string tables by module, for the page where companies edit them and for tests. */
export const allStrings = new Map<string, Record<Language, Texts>>();

/**
 * A module's strings in the reader's language, with the company's own wording. Read a string when it is
 * needed, not when the module loads.
 */
export function stringsOf<Source extends Texts>(
  module: string,
  tables: { en: Source } & Record<Exclude<Language, "en">, Translation<Source>>,
): Source {
  allStrings.set(module, tables);
  const own = new WeakMap<OwnTexts, Record<Language, Texts>>();
  const table = (): Texts => {
    const { language, texts } = currentScope();
    if (!texts) return tables[language];
    let merged = own.get(texts);
    if (!merged) {
      merged = Object.fromEntries(
        languageCodes.map((code) => [code, withOwn(tables[code], `${code}.${module}`, texts)]),
      ) as unknown as Record<Language, Texts>;
      own.set(texts, merged);
    }
    return merged[language];
  };
  const strings = {};
  for (const key of Object.keys(tables.en)) {
    Object.defineProperty(strings, key, { enumerable: true, get: () => table()[key] });
  }
  return strings as Source;
}

type NamesIn<Template extends string> = Template extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

type Values<Template extends string> = Record<NamesIn<Template>, string | number>;

/** Replaces `{name}` with values. */
export const fill = <Template extends string>(template: Template, values: Values<Template>): string =>
  template.replace(/\{(\w+)\}/g, (all, name: string) => String((values as never)[name] ?? all));

/** The text before and after a placeholder whose value the page renders as an element. */
export function around<Template extends string, Name extends NamesIn<Template>>(
  template: Template,
  name: Name,
  values: Omit<Values<Template>, Name>,
): [before: string, after: string] {
  const [before = "", after = ""] = template.split(`{${name}}`);
  const known = values as Values<string>;
  return [fill(before as string, known), fill(after as string, known)];
}

export interface Plural {
  readonly one: string;
  readonly other: string;
}

const pluralRules = memoizeByKey<Intl.PluralRules>();

/** "1 hour", "4 hours", by the plural rules of the reader's language. */
export function counted(forms: Plural, count: number): string {
  const locale = currentLocale();
  const rule = pluralRules(locale, () => new Intl.PluralRules(locale)).select(count);
  return fill((rule === "one" ? forms.one : forms.other) as "{count}", { count });
}
