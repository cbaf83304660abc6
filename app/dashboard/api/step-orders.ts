import * as z from "zod";
import { supervisors } from "~/core/who";
import { listStepOrders, stepOrderView } from "~/dashboard/board/step-orders.server";
import { StepOrderJson, StepOrders } from "~/dashboard/dashboard-schema";
import { api, method } from "~/http/api.server";
import { linkNext } from "~/http/response/link-next-page.server";

export const { loader, action } = api({
  GET: method({
    summary: "Open orders in one step, longest wait first",
    allow: supervisors,
    input: StepOrders,
    output: z.array(StepOrderJson),
    async run({ app, input, args }) {
      const { rows, next } = await listStepOrders(app.reads, { ...input, database: input.db });
      linkNext(args, next);
      return rows.map(stepOrderView);
    },
  }),
});
