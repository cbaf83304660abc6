import * as z from "zod";
import { UserId } from "~/accounts/users/user-schema";
import { recordId } from "~/core/fields";
import { api, method } from "~/http/api.server";
import { offboardUser } from "../offboard-user.server";

export const { loader, action } = api({
  POST: method({
    summary: "Reassign a user's upcoming visits and conversations to another user",
    allow: ["admin"],
    input: UserId.extend({ to: recordId }),
    output: z.object({ success: z.literal(true), visits: z.int(), threads: z.int() }),
    run: async ({ app, who, input }) => ({
      success: true as const,
      ...(await offboardUser(app, who, input)),
    }),
  }),
});
