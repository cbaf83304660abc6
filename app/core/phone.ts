import { parsePhoneNumberFromString } from "libphonenumber-js";

// Ten digits, with or without the country's 1: read without the library, at a hundredth of its cost.
const plainNumber = /^(?:\+?1)?([2-9]\d{2}[2-9]\d{6})$/;

/**
 * A US phone number in any notation as E.164 ("+19195550123"); null where it is none.
 * Carriers' fictional 555-01xx numbers count: demo and test data live on them.
 */
export function parsePhone(text: string): string | null {
  const plain = plainNumber.exec(text)?.[1];
  if (plain) return `+1${plain}`;
  const parsed = parsePhoneNumberFromString(text, "US");
  return parsed?.countryCallingCode === "1" &&
    parsed.isPossible() &&
    /^\+1[2-9]\d{2}[2-9]\d{6}$/.test(parsed.number)
    ? parsed.number
    : null;
}

/**
 * Is this the sender of a text as a provider names a phone, in E.164 of any country? Short codes, names and other
 * channels (`rcs:…`, `whatsapp:…`) are not, even where they hold a number.
 */
export const isPhoneNumber = (sender: string): boolean => /^\+[1-9]\d{6,14}$/.test(sender);

/** "(919) 555-0123"; anything that is no number as it is. */
export function formatPhone(e164: string): string {
  return parsePhoneNumberFromString(e164, { extract: false })?.formatNational() ?? e164;
}
