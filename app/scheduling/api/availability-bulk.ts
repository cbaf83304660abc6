import { z } from "zod";
import { allStaff } from "~/core/who";
import { api, method } from "~/http/api.server";
import { addSlots } from "~/scheduling/availability/add-slots.server";
import { BulkAvailability } from "~/scheduling/availability/availability-schema";

const count = z.number().int().nonnegative();

export const { loader, action } = api({
  POST: method({
    summary: "Add slots by a pattern; with dryRun only count them",
    allow: allStaff,
    input: BulkAvailability,
    output: z.object({
      inserted: count,
      generated: count,
      skipped: count,
      removed: count,
      skipped_because: z.object({ off_the_clock: count, past: count, booked: count, there: count }),
    }),
    run: ({ app, who, input }) => addSlots(app, who, input),
  }),
});
