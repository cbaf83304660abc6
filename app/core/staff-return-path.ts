import { z } from "zod";

/** The pages of staff that hold a form of ours lead back to themselves, and to no other place. */
export const returnPath = z
  .string()
  .max(600)
  .regex(
    /^\/(therapist|therapists|calendars|users|supervisordashboard|appointments)(?=$|[/?])[\w/?&=%.,:+-]*$/,
  )
  .optional()
  .catch(undefined);
