import type { KindNote } from "~/kinds/kind-note";

export interface DayMarks {
  change_asked: boolean;
  /** Null if the patient didn't say that they are running late. */
  late_minutes: number | null;
  call_me: boolean;
}

type Marked = Partial<DayMarks> & { kind_note?: KindNote | null | undefined };

/** Labels for staff, each as a short mark and a sentence. */
export function dayMarksOf(marks: Marked): { short: string; text: string }[] {
  const { change_asked, late_minutes: late, kind_note } = marks;
  // Every visit by phone is a call.
  const call_me = marks.call_me && kind_note?.text !== "Phone";
  return [
    ...(change_asked ? [{ short: "CHANGE", text: "Patient asked for another time" }] : []),
    ...(call_me ? [{ short: "CALL", text: "Patient requested a call instead of video" }] : []),
    ...(late ? [{ short: "LATE", text: `Patient is running ${late} minutes late` }] : []),
  ];
}

/** The columns to reset when a visit moves to another time. The patient's request for a call is kept. */
export const withoutLateness = {
  late_minutes: null,
  therapist_late_minutes: null,
  therapist_late_at: null,
  therapist_late_sent: null,
} as const;
