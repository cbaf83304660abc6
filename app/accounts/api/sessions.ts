import * as z from "zod";
import { listOwnSessions, signOutEverywhere } from "~/accounts/sign-in/own-sessions.server";
import { iso } from "~/core/time";
import { roles } from "~/core/who";
import { dropTokens } from "~/http/access/session-tokens.server";
import { api, method } from "~/http/api.server";

export const { loader, action } = api({
  GET: method({
    summary: "List your open sessions",
    allow: roles,
    output: z.array(
      z.object({
        id: z.int(),
        browser: z.string(),
        address: z.string().nullable(),
        created_at: z.iso.datetime(),
        last_seen_at: z.iso.datetime(),
        expires_at: z.iso.datetime(),
        current: z.boolean(),
      }),
    ),
    async run({ app, who }) {
      const sessions = await listOwnSessions(app, who);
      return sessions.map((session) => ({
        ...session,
        created_at: iso(session.created_at),
        last_seen_at: iso(session.last_seen_at),
        expires_at: iso(session.expires_at),
      }));
    },
  }),
  DELETE: method({
    summary: "End all your sessions, including this one",
    allow: roles,
    output: z.object({ success: z.literal(true) }),
    async run({ app, who, args }) {
      await signOutEverywhere(app, who);
      dropTokens(args, ["staff"]);
      return { success: true as const };
    },
  }),
});
