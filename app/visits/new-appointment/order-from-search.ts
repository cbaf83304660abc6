import { americanDate, dayOf } from "~/core/dates";
import { formatPhone, parsePhone } from "~/core/phone";
import { searchTermsOf } from "~/core/search/search-terms";

/** The fields of a new order that a search already has, as the form shows them. */
export function orderFromSearch(typed: string): Record<string, string> {
  const phone = parsePhone(typed);
  if (phone) return { phone: formatPhone(phone) };
  const dob = dayOf(typed);
  if (dob) return { dob: americanDate(dob) };
  const { patientId, name } = searchTermsOf(typed);
  if (patientId !== null) return { patient_id: String(patientId) };
  return name.length > 0 && !/\d/.test(typed) ? { patient_name: typed.trim() } : {};
}
