import * as z from "zod";
import { optional, phoneWithExtension, recordId, rowLimit, shown, text, version } from "~/core/fields";
import { iso, isoOrNull } from "~/core/time";
import { type CallTask, callOutcomes, callReasons } from "./call-task";

export const CallTaskId = z.object({ id: recordId });

export const ListCallTasks = z.object({ limit: rowLimit(1000) });

export const RecordCall = CallTaskId.extend({
  outcome: z.enum(callOutcomes, `Choose from ${callOutcomes.join(", ")}.`),
  note: optional(text(500)),
  /** The version that the user saw. If the task has a newer one, the call isn't recorded. */
  version,
});
export type RecordCall = z.output<typeof RecordCall>;

export const UndoCall = CallTaskId.extend({ version });
export type UndoCall = z.output<typeof UndoCall>;

export const CorrectPhone = CallTaskId.extend({ phone: phoneWithExtension });
export type CorrectPhone = z.output<typeof CorrectPhone>;

const when = z.iso.datetime();

export const CallTaskJson = z.object({
  id: z.number().int(),
  reason: z.enum(Object.keys(callReasons) as CallTask["reason"][]),
  /** The day of the plan, or the kind of visit to book. Only for calls about the first 90 nights. */
  about: z.string().nullable(),
  patient_id: shown.patientId,
  patient_name: shown.patientName.nullable(),
  brightree_db: shown.database,
  sales_order_no: shown.salesOrderNo.nullable(),
  phone: shown.phone.nullable(),
  /** As written. Only digits can be dialed. */
  phone_ext: z.string().nullable(),
  language: z.string(),
  interpreter: z.string().nullable(),
  patient_zone: shown.zone,
  visit_id: z.number().int().nullable(),
  missed_visits: z.number().int(),
  created_at: when,
  due_at: when,
  messages_left: z.number().int(),
  outcome: z.enum(callOutcomes).nullable(),
  called_at: when.nullable(),
  called_by: z.string().nullable(),
  note: z.string().nullable(),
  done_at: when.nullable(),
  version: z.number().int(),
});

export const toCallTaskJson = (task: CallTask) =>
  CallTaskJson.parse({
    ...task,
    created_at: iso(task.created_at),
    due_at: iso(task.due_at),
    called_at: isoOrNull(task.called_at),
    done_at: isoOrNull(task.done_at),
  });
