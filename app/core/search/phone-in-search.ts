import { parsePhone } from "../phone";

/** The digits of a phone number in any format, without the country code; null if there are fewer than four. */
export function phoneDigitsIn(q: string): string | null {
  const whole = parsePhone(q)?.slice(2);
  if (whole) return whole;
  const typed = q.replace(/\D/g, "");
  // Area codes don't begin with 1.
  const digits = q.startsWith("+") || typed.length > 7 ? typed.replace(/^1/, "") : typed;
  return digits.length >= 4 ? digits : null;
}
