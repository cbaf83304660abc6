import { plural } from "~/core/plural";
import { lettersOutsideGsm, segmentsOf } from "~/core/sms-segments";

/** Values of typical length. */
const samples: Record<string, string> = {
  code: "482915",
  company: "Blue Ridge Sleep",
  frequency: "Msg frequency varies.",
  link: "https://us02web.zoom.us/j/87654321098",
  login: "https://visits.clinic.example/login",
  phone: "(919) 555-0142",
  schedule: "https://visits.clinic.example/schedule/abcdefghijkmnpqrstuv",
  therapist: "Hannah Whitfield",
  track: "https://visits.clinic.example/track/abcdefghijkmnpqrstuv",
  when: "Mon, Mar 9, 9:00 AM EDT",
};

/** The number of segments that a sentence needs in a text message, and a warning if it is expensive. */
export function textLength(wording: string): { message: string; warning: string | null } {
  const filled = wording.replace(/\{(\w+)\}/g, (all, name: string) => samples[name] ?? all);
  const { count } = segmentsOf(filled);
  const message = `Sent by text: ${plural(count, "segment")} with sample values.`;
  const letters = lettersOutsideGsm(wording);
  if (letters.length === 0) return { message, warning: null };
  const which = letters.slice(0, 10).join(" ");
  return { message, warning: `A text with ${which} fits only 70 characters per segment instead of 160.` };
}
