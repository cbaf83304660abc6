import * as z from "zod";
import { allStaff } from "~/core/who";
import { api, method } from "~/http/api.server";
import { SaveOrg } from "../order-system/order-system-schema";
import { saveOrg } from "../order-system/save-org.server";

export const { loader, action } = api({
  POST: method({
    summary: "Save the organization code for links to the order system",
    allow: allStaff,
    input: SaveOrg,
    output: z.object({ ok: z.literal(true), error: z.null() }),
    run: async ({ app, who, input }) => {
      await saveOrg(app, who, input);
      return { ok: true as const, error: null };
    },
  }),
});
