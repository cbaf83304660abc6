import * as z from "zod";
import { api, method } from "~/http/api.server";
import { endSsoSessions } from "../end-sso-sessions.server";
import { LogoutToken } from "../sso-schema";

export const { loader, action } = api({
  POST: method({
    summary: "OpenID Connect back-channel logout: the provider ends a user's sessions; also accepts a form",
    allow: "anyone",
    input: LogoutToken,
    output: z.object({ ended: z.literal(true) }),
    async run({ app, who, input }) {
      await endSsoSessions(app, who, input.logout_token);
      return { ended: true as const };
    },
  }),
});
