/** Each language's own name, and its locale for dates. To add a language, add it here and add its string files. */
export const languages = {
  en: { name: "English", locale: "en-US" },
  es: { name: "Español", locale: "es-US" },
} as const;

export type Language = keyof typeof languages;

export const isLanguage = (code: string): code is Language => Object.hasOwn(languages, code);

export const languageCodes = Object.keys(languages) as [Language, ...Language[]];

/** @param header `Accept-Language`, as in "es-MX,es;q=0.9,en;q=0.8" */
export function acceptedLanguage(header: string): Language | null {
  const ranked = header
    .slice(0, 200)
    .split(",")
    .map((entry) => {
      const [tag = "", ...options] = entry.trim().split(";");
      const quality = options.find((option) => option.trim().startsWith("q="))?.trim();
      return { code: tag.toLowerCase().split("-")[0] ?? "", q: quality ? Number(quality.slice(2)) : 1 };
    })
    .sort((a, b) => b.q - a.q);
  return ranked.map(({ code, q }) => (q > 0 && isLanguage(code) ? code : null)).find((code) => code) ?? null;
}
