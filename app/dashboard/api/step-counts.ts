import * as z from "zod";
import { supervisors } from "~/core/who";
import { countSteps } from "~/dashboard/board/step-orders.server";
import { StepCounts } from "~/dashboard/dashboard-schema";
import { api, method } from "~/http/api.server";

export const { loader, action } = api({
  GET: method({
    summary: "Number of open orders in each of the seven steps",
    allow: supervisors,
    input: StepCounts,
    output: z.object({ ok: z.literal(true), counts: z.record(z.string(), z.number().int()) }),
    run: async ({ app, input }) => ({ ok: true as const, counts: await countSteps(app.reads, input.db) }),
  }),
});
