import * as z from "zod";
import { supervisors } from "~/core/who";
import { api, method } from "~/http/api.server";
import { FollowChanges, streamChanges } from "~/live/change-stream.server";
import { conversationStream } from "../conversation-changes.server";

export const { loader, action } = api({
  GET: method({
    summary: "Server-sent events with the ids of changed conversations",
    allow: supervisors,
    input: FollowChanges,
    output: z.string(),
    type: "text/event-stream",
    run: async ({ app, who, input, request, args }) =>
      streamChanges(app, request, {
        ...input,
        ...conversationStream,
        userId: who.userId,
        sessionId: who.sessionId,
        signal: args.context.gone,
      }),
  }),
});
