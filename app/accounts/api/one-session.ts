import { z } from "zod";
import { endOwnSession } from "~/accounts/sign-in/own-sessions.server";
import { asStaff } from "~/core/as-staff";
import { recordId } from "~/core/fields";
import { roles } from "~/core/who";
import { api, method } from "~/http/api.server";

export const { loader, action } = api({
  DELETE: method({
    summary: "End one of one's own sessions",
    allow: roles,
    input: z.object({ id: recordId }),
    output: z.object({ success: z.literal(true) }),
    async run({ app, who, input }) {
      await endOwnSession(app, asStaff(who), input.id);
      return { success: true as const };
    },
  }),
});
