import * as z from "zod";
import { signOut } from "~/accounts/sign-in/sign-out.server";
import { roles } from "~/core/who";
import { sessionsOf } from "~/http/access/session.server";
import { dropTokens } from "~/http/access/session-tokens.server";
import { api, method } from "~/http/api.server";

export const { loader, action } = api({
  POST: method({
    summary: "End this session; with cookies, also end a patient's session in this browser",
    allow: "anyone",
    sessions: ["no session", ...roles, "patient", "patient-by-query"],
    output: z.object({ success: z.literal(true) }),
    async run({ app, args }) {
      await signOut(app, await sessionsOf(args));
      dropTokens(args);
      return { success: true as const };
    },
  }),
});
