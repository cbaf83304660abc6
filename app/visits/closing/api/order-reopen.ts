import { allStaff } from "~/core/who";
import { api, method } from "~/http/api.server";
import { reopenOrder } from "../close-order.server";
import { OrderToReopen, ReopenedOrder } from "../closing-schema";

export const { loader, action } = api({
  POST: method({
    summary: "Reopen an order that staff closed. Its visit and links don't come back.",
    allow: allStaff,
    input: OrderToReopen,
    output: ReopenedOrder,
    run: async ({ app, who, input }) => ({
      ok: true as const,
      order_id: input.id,
      open: await reopenOrder(app, who, input.id),
    }),
  }),
});
