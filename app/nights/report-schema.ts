import * as z from "zod";
import { optional, text } from "~/core/fields";
import { resultsInOrder } from "./night-result";

/** Both dates as typed, and the line of the report whose patients are listed. */
export const ShowNightsReport = z.object({
  from: optional(text(30)).catch(undefined),
  to: optional(text(30)).catch(undefined),
  by: z.enum(["month", "therapist", "kind"]).optional().catch(undefined),
  of: text(20).optional().catch(undefined),
  result: z
    .enum(resultsInOrder as ["met", "missed", "in_progress", "unknown"])
    .optional()
    .catch(undefined),
});
