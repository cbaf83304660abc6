/** "x12", "ext. 12", "extension: 12", "#12", ";ext=12", and ",,12" after a number. */
const writtenExtension =
  /^(.*\d\W*?)(?:[\s,;]*(?<![a-z])ext(?:ension|n)?(?![a-z])[.:=\s]*|[\s,;]*\bx[.:\s]*(?=\d)|(?<=\d)x(?=\d)|\s*#\s*(?=\d)|\s*[,;]+\s*(?=\d))(.+)$/i;

/** The extension's digits can be dialed after the number. */
export const isDialable = (extension: string): boolean => /^\d{1,6}$/.test(extension);

/**
 * Separates a phone number from its extension, which is returned as written if it isn't a number.
 * @returns the text without the extension; the extension is null if there is none
 */
export function splitExtension(text: string): { number: string; extension: string | null } {
  // A longer text isn't a phone number, and the pattern would be slow.
  const [, number = text, written] = (text.length <= 100 && writtenExtension.exec(text.trim())) || [];
  if (written === undefined || number.replace(/\D/g, "").length < 7) return { number: text, extension: null };
  const digits = written.replace(/[\s.#-]/g, "");
  return { number: number.trim(), extension: isDialable(digits) ? digits : written.trim().slice(0, 40) };
}

/** A link that dials a number. Phones pause at the comma, then dial the extension. */
export const dialHref = (number: string, extension: string | null): string =>
  `tel:${number}${extension && isDialable(extension) ? `,${extension}` : ""}`;
