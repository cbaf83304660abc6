import type { OwnTexts } from "./current-language";

export interface Texts {
  readonly [key: string]: string | Texts | readonly string[];
}

/** Replaces sentences with the company's own wording. @param path the path of `texts`, like `en.schedule` */
export function withOwn<Each extends Texts | readonly string[]>(
  texts: Each,
  path: string,
  own: OwnTexts,
): Each {
  const entries = Object.entries(texts).map(([key, text]) => {
    const name = `${path}.${key}`;
    if (typeof text !== "string") return [key, withOwn(text, name, own)];
    const wording = own[name];
    return [key, wording?.trim() && hasSamePlaceholders(wording, text) ? wording : text];
  });
  return (Array.isArray(texts) ? entries.map(([, text]) => text) : Object.fromEntries(entries)) as Each;
}

/** Sorted alphabetically, as in `["{therapist}", "{when}"]`. */
export const placeholdersIn = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();

/** After an upgrade, a sentence may need different placeholders than the company's custom wording has. */
const hasSamePlaceholders = (wording: string, text: string) =>
  placeholdersIn(wording).join() === placeholdersIn(text).join();
