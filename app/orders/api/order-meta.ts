import * as z from "zod";
import { allStaff } from "~/core/who";
import { api, method } from "~/http/api.server";
import { viewOrderMeta } from "../order-system/order-meta.server";
import { FindOrderMeta, OrderMetaJson } from "../order-system/order-system-schema";

export const { loader, action } = api({
  GET: method({
    summary: "An order's details from the order system, at most five minutes old",
    allow: allStaff,
    input: FindOrderMeta,
    output: z.object({ ok: z.literal(true), data: OrderMetaJson, error: z.null() }),
    run: async ({ app, who, input }) => ({
      ok: true as const,
      data: await viewOrderMeta(app, who, input),
      error: null,
    }),
  }),
});
