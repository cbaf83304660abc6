import { z } from "zod";

/** Where a staff form may return to: only staff pages. */
export const returnPath = z
  .string()
  .max(600)
  .regex(
    /^\/(therapist|therapists|calendars|users|supervisordashboard|appointments)(?=$|[/?])[\w/?&=%.,:+-]*$/,
  )
  .optional()
  .catch(undefined);
