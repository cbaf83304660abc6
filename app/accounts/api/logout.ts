import { z } from "zod";
import { signOut } from "~/accounts/sign-in/sign-out.server";
import { api, method } from "~/http/api.server";
import { dropToken } from "~/http/visitor/session.server";

export const { loader, action } = api({
  POST: method({
    summary: "End this session",
    allow: "anyone",
    input: z.object({}),
    output: z.object({ success: z.literal(true) }),
    async run({ app, who, args }) {
      await signOut(app, who);
      await dropToken(args);
      return { success: true as const };
    },
  }),
});
