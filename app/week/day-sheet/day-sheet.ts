import type { Mode } from "~/kinds/kind-schema";
import type { Communication } from "~/visits/interpreter";
import type { DayMarks } from "~/visits/late/day-marks";
import type { Questionnaire } from "~/visits/questions/questionnaire";

export interface SheetVisit extends Communication, DayMarks {
  id: number;
  start: number;
  end: number;
  status: string;
  shown_type: string;
  mode: Mode;
  place_id: number | null;
  place: { name: string; address: string; phone: string | null } | null;
  zip: string | null;
  meeting_link: string | null;
  note: string | null;
  patient_name: string | null;
  /** The patient's local time, like "9:00 AM CST"; null if it is the same as the therapist's. */
  patient_clock: string | null;
  patient_id: number;
  brightree_db: string;
  sales_order_no: string | null;
  phone: string | null;
  phone_ext: string | null;
  /** True while the therapist can notify the patient of a delay. */
  may_run_late: boolean;
  class_id: number | null;
  therapist_late_minutes: number | null;
  therapist_late_at: number | null;
  therapist_late_sent: "text" | "email" | null;
  /** Null if the patient is asked nothing and has answered nothing. */
  questions: Questionnaire | null;
  details: {
    address: string | null;
    phone: string | null;
    mobile: string | null;
    order_note: string | null;
    delivery_note: string | null;
  } | null;
}

export interface DaySheet {
  therapist: { id: number; name: string; zone: string };
  /** `YYYY-MM-DD` in the therapist's time zone. */
  date: string;
  previousDate: string;
  nextDate: string;
  visits: SheetVisit[];
}

export const daySheetHref = (therapistId: number, date: string) =>
  `/therapist/day?therapist=${therapistId}&date=${date}`;
