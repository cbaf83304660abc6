import { z } from "zod";
import { recordId } from "~/core/fields";

/** Which day of whose calendar; today and the own one where nothing is said. */
export const AskDaySheet = z.object({
  therapist: recordId.optional().catch(undefined),
  date: z.iso.date().regex(/^20/).optional().catch(undefined),
});
export type AskDaySheet = z.output<typeof AskDaySheet>;
