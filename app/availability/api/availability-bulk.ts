import * as z from "zod";
import { allStaff } from "~/core/who";
import { api, method } from "~/http/api.server";
import { BulkAvailability, LeftOutJson } from "../availability-schema";
import { addSlots } from "../changes/change-slots.server";
import { outsideVisitView } from "../changes/visits-outside-hours.server";

const count = z.number().int().nonnegative();

export const { loader, action } = api({
  POST: method({
    summary: "Add slots that match a pattern; with dryRun, only count them",
    allow: allStaff,
    input: BulkAvailability,
    output: z.object({
      inserted: count,
      generated: count,
      skipped: count,
      removed: count,
      skipped_because: z.object({
        clock_change: count,
        past: count,
        day_off: count,
        booked: count,
        there: count,
      }),
      batch_id: z.number().int().nullable(),
      left_outside: z.array(LeftOutJson),
    }),
    async run({ app, who, input }) {
      const added = await addSlots(app, who, input);
      return { ...added, left_outside: added.left_outside.map(outsideVisitView) };
    },
  }),
});
