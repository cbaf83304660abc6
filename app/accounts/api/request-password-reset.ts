import { z } from "zod";
import { requestPasswordReset } from "~/accounts/passwords/request-password-reset.server";
import { ResetRequest } from "~/accounts/schema";
import { api, method } from "~/http/api.server";

export const { loader, action } = api({
  POST: method({
    summary: "Request a link to set a new password",
    allow: "anyone",
    input: ResetRequest,
    output: z.object({ success: z.literal(true) }),
    async run({ app, who, input }) {
      await requestPasswordReset(app, input.email, who.address);
      return { success: true as const };
    },
  }),
});
