import * as z from "zod";
import { supervisors } from "~/core/who";
import { api, method } from "~/http/api.server";
import { generateCode } from "../access/generate-code.server";
import { GenerateCode } from "../order-schema";

export const { loader, action } = api({
  POST: method({
    summary: "Create an access code and a link for a patient and send both by text and email",
    allow: supervisors,
    input: GenerateCode,
    output: z.object({ success: z.literal(true), id: z.number().int() }),
    run: async ({ app, who, input }) => ({
      success: true as const,
      id: (await generateCode(app, who, input)).id,
    }),
  }),
});
