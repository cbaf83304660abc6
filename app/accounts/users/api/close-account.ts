import * as z from "zod";
import { recordId } from "~/core/fields";
import { api, method } from "~/http/api.server";
import { closeAccount } from "../pages/close-account.server";
import { UserId } from "../user-schema";

export const { loader, action } = api({
  POST: method({
    summary: "Reassign a user's upcoming visits and conversations to another user",
    allow: ["admin"],
    input: UserId.extend({ to: recordId }),
    output: z.object({ success: z.literal(true), visits: z.int(), threads: z.int() }),
    run: async ({ app, who, input }) => ({
      success: true as const,
      ...(await closeAccount(app, who, input)),
    }),
  }),
});
