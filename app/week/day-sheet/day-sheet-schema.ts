import * as z from "zod";
import { recordId } from "~/core/fields";

export const DaySheetQuery = z.object({
  therapist: recordId.optional().catch(undefined),
  date: z.iso.date().regex(/^20/).optional().catch(undefined),
});
export type DaySheetQuery = z.output<typeof DaySheetQuery>;
