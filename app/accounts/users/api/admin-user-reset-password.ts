import * as z from "zod";
import { api, method } from "~/http/api.server";
import { sendResetLink } from "../../passwords/send-reset-link.server";
import { UserId } from "../user-schema";

export const { loader, action } = api({
  POST: method({
    summary: "Send a user a link to set a password",
    allow: ["admin"],
    input: UserId,
    output: z.object({ message: z.string() }),
    run: async ({ app, who, input }) => {
      const { message } = await sendResetLink(app, who, input.id);
      return { message };
    },
  }),
});
