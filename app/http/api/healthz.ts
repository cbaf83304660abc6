import * as z from "zod";
import { api, method } from "~/http/api.server";

export const { loader, action } = api({
  GET: method({
    summary: "Is the process alive?",
    allow: "anyone",
    output: z.object({ ok: z.literal(true) }),
    run: async () => ({ ok: true as const }),
  }),
});
