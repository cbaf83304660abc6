import { z } from "zod";
import { allStaff } from "~/core/who";
import { api, method } from "~/http/api.server";
import { BulkAvailability } from "~/scheduling/availability/availability-schema";
import { removeSlots } from "~/scheduling/availability/remove-slots.server";

export const { loader, action } = api({
  POST: method({
    summary: "Remove the free slots of a pattern",
    allow: allStaff,
    input: BulkAvailability,
    output: z.object({ removed: z.number().int() }),
    run: ({ app, who, input }) => removeSlots(app, who, input),
  }),
});
