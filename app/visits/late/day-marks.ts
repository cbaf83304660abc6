/** The patient's messages about the day of the visit. */
export interface DayMarks {
  /** The patient's reply to the reminder asked for another time. */
  change_asked: boolean;
  /** How late the patient expects to be, in minutes; null if they didn't say. */
  late_minutes: number | null;
  /** The patient wants a phone call instead of video. */
  call_me: boolean;
}

/** Marks for staff, in short and in full. */
export function dayMarksOf({
  change_asked,
  late_minutes: late,
  call_me,
}: Partial<DayMarks>): { short: string; text: string }[] {
  return [
    ...(change_asked ? [{ short: "CHANGE", text: "Patient asked for another time" }] : []),
    ...(call_me ? [{ short: "CALL", text: "Patient asks for a call instead of video" }] : []),
    ...(late ? [{ short: "LATE", text: `Patient is running ${late} minutes late` }] : []),
  ];
}

/** Clears the marks of a visit that moved to another time. */
export const withoutDayMarks = {
  late_minutes: null,
  call_me: 0,
  therapist_late_minutes: null,
  therapist_late_at: null,
  therapist_late_sent: null,
} as const;
