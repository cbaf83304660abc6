import { z } from "zod";
import { UserId } from "~/accounts/users/user-schema";
import { recordId } from "~/core/fields";
import { api, method } from "~/http/api.server";
import { offboardUser } from "../offboard-user.server";

export const { loader, action } = api({
  POST: method({
    summary: "Give a user's visits to come and conversations to somebody else",
    allow: ["admin"],
    input: UserId.extend({ to: recordId }),
    output: z.object({ success: z.literal(true), visits: z.int(), threads: z.int() }),
    run: async ({ app, who, input }) => ({
      success: true as const,
      ...(await offboardUser(app, who, input)),
    }),
  }),
});
