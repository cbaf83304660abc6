import { z } from "zod";
import { supervisors } from "~/core/who";
import { api, method } from "~/http/api.server";
import { changeStream } from "~/live/change-stream.server";
import { FollowChanges } from "../inputs";
import { threadStream } from "../thread-changes.server";

export const { loader, action } = api({
  GET: method({
    summary: "Server-sent events with the ids of changed conversations",
    allow: supervisors,
    input: FollowChanges,
    output: z.string(),
    type: "text/event-stream",
    async run({ app, who, input, request, args }) {
      const headers = {
        "Content-Type": "text/event-stream; charset=utf-8",
        "Cache-Control": "no-store",
        "X-Accel-Buffering": "no",
      };
      if (request.method === "HEAD") return new Response(null, { headers });
      const { userId, sessionId } = who;
      const signal = args.context.gone;
      return new Response(changeStream(app, { ...input, ...threadStream, userId, sessionId, signal }), {
        headers,
      });
    },
  }),
});
