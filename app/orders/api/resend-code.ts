import * as z from "zod";
import { supervisors } from "~/core/who";
import { api, method } from "~/http/api.server";
import { resendCode } from "../access/send-code.server";
import { ResendCode } from "../order-schema";

export const { loader, action } = api({
  POST: method({
    summary: "Resend a live code, or send a new one if it has expired",
    allow: supervisors,
    input: ResendCode,
    output: z.object({ success: z.literal(true), id: z.number().int() }),
    run: async ({ app, who, input }) => ({
      success: true as const,
      id: (await resendCode(app, who, input)).id,
    }),
  }),
});
