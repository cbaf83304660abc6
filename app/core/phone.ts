import { parsePhoneNumberFromString } from "libphonenumber-js";

// Ten digits, with or without the country's 1: read without the library, at a hundredth of its cost.
const plainNumber = /^(?:\+?1)?([2-9]\d{2}[2-9]\d{6})$/;

/**
 * A US phone number in any notation as E.164 ("+19195550123"); null where it is none.
 * Carriers' fictional 555-01xx numbers count: demo and test data live on them.
 */
export function phoneOf(text: string): string | null {
  const plain = plainNumber.exec(text)?.[1];
  if (plain) return `+1${plain}`;
  const parsed = parsePhoneNumberFromString(text, "US");
  return parsed?.countryCallingCode === "1" &&
    parsed.isPossible() &&
    /^\+1[2-9]\d{2}[2-9]\d{6}$/.test(parsed.number)
    ? parsed.number
    : null;
}

/** "(919) 555-0123" */
export function formatPhone(e164: string): string {
  return parsePhoneNumberFromString(e164)?.formatNational() ?? e164;
}
