import type * as z from "zod";
import { recordId, wholeNumber } from "~/core/fields";
import { patientId } from "../order-schema";
import { OneDatabase } from "../order-system/order-system-schema";

const badReason = "Choose a reason.";

const reason = wholeNumber(1, 2_147_483_647, badReason);

export const SwitchOnNotes = OneDatabase.extend({ reason });
export type SwitchOnNotes = z.output<typeof SwitchOnNotes>;

export const TestNotes = OneDatabase.extend({ reason, patient_id: patientId });
export type TestNotes = z.output<typeof TestNotes>;

/** Without `delivery`, all failed notes are replayed. */
export const ReplayNotes = OneDatabase.extend({ delivery: recordId.optional() });
export type ReplayNotes = z.output<typeof ReplayNotes>;
