import * as z from "zod";
import { allStaff } from "~/core/who";
import { api, method } from "~/http/api.server";
import { BulkAvailability, LeftOutJson } from "../availability-schema";
import { removeSlots } from "../changes/change-slots.server";
import { outsideVisitView } from "../changes/visits-outside-hours.server";

export const { loader, action } = api({
  POST: method({
    summary: "Remove the free slots that match a pattern; with dryRun, only count them",
    allow: allStaff,
    input: BulkAvailability,
    output: z.object({
      removed: z.number().int(),
      batch_id: z.number().int().nullable(),
      left_outside: z.array(LeftOutJson),
    }),
    async run({ app, who, input }) {
      const done = await removeSlots(app, who, input);
      return { ...done, left_outside: done.left_outside.map(outsideVisitView) };
    },
  }),
});
