import { parsePhone } from "../phone";

/** The digits of a phone number in any notation, without the country code; null for fewer than four. */
export function phoneDigitsIn(q: string): string | null {
  const whole = parsePhone(q)?.slice(2);
  if (whole) return whole;
  const typed = q.replace(/\D/g, "");
  // No area code begins with 1.
  const digits = q.startsWith("+") || typed.length > 7 ? typed.replace(/^1/, "") : typed;
  return digits.length >= 4 ? digits : null;
}
