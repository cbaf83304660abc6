import * as z from "zod";

export const returnPath = z
  .string()
  .max(600)
  .regex(
    /^\/(therapist|therapists|calendars|users|supervisordashboard|appointments|visits|orders|offers|messages|call-tasks|classes)(?=$|[/?])[\w/?&=%.,:+-]*$/,
  )
  .optional()
  .catch(undefined);
