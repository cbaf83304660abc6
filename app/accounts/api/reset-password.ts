import * as z from "zod";
import { NewPassword } from "~/accounts/account-schema";
import { resetPassword } from "~/accounts/passwords/reset-password.server";
import { api, method } from "~/http/api.server";
import { accountStrings } from "../strings";

export const { loader, action } = api({
  POST: method({
    summary: "Set a new password with a reset link",
    allow: "anyone",
    input: NewPassword,
    output: z.object({ success: z.literal(true), message: z.string() }),
    async run({ app, who, input }) {
      await resetPassword(app, input.token, input.password, who.address);
      return { success: true as const, message: accountStrings.resetDone };
    },
  }),
});
