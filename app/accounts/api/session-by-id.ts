import { z } from "zod";
import { recordId } from "~/core/fields";
import { requireStaff } from "~/core/require-staff";
import { roles } from "~/core/who";
import { api, method } from "~/http/api.server";
import { endOwnSession } from "../sign-in/own-sessions.server";

export const { loader, action } = api({
  DELETE: method({
    summary: "End one of your own sessions",
    allow: roles,
    input: z.object({ id: recordId }),
    output: z.object({ success: z.literal(true) }),
    async run({ app, who, input }) {
      await endOwnSession(app, requireStaff(who), input.id);
      return { success: true as const };
    },
  }),
});
