import { allStaff } from "~/core/who";
import { api, method } from "~/http/api.server";
import { closeOrder } from "../close-order.server";
import { ClosedOrder, CloseOrder } from "../closing-schema";

export const { loader, action } = api({
  POST: method({
    summary: "Close an order for a reason. Its visit is canceled, and its codes, links, and messages end.",
    allow: allStaff,
    input: CloseOrder,
    output: ClosedOrder,
    run: async ({ app, who, input }) => {
      const { changed, canceledVisit } = await closeOrder(app, who, input);
      return { ok: true as const, order_id: input.id, changed, canceled_visit: canceledVisit };
    },
  }),
});
