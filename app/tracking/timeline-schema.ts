import * as z from "zod";
import { shown } from "~/core/fields";

const instant = z.iso.datetime().nullable();

export const TimelineJson = z.object({
  ok: z.literal(true),
  steps: z.array(
    z.object({
      key: z.string(),
      label: z.string(),
      done: z.boolean(),
      current: z.boolean(),
      at: instant,
      started_at: instant,
      completed_at: instant,
      timestamp: instant,
      detail: z.string(),
    }),
  ),
  appointment: z
    .object({
      status: z.string(),
      datetime: z.iso.datetime(),
      /** The IANA time zone that the patient sees the time in. */
      patient_zone: shown.zone,
      therapist: shown.therapist,
      confirmed_at: instant,
      submitted_at: instant,
    })
    .nullable(),
  brightree_db: shown.database,
  patient_id: shown.patientId,
  sales_order_no: shown.salesOrderNo.nullable(),
  start_at: z.iso.datetime(),
  referral_at: instant,
  recdate: instant,
  created_at: z.iso.datetime(),
  stopped: z.boolean(),
  waiting_on: z.enum(["you", "your doctor", "your insurer", "us"]).nullable(),
});
export type TimelineJson = z.output<typeof TimelineJson>;
