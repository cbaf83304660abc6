import { supervisors } from "~/core/who";
import { api, method } from "~/http/api.server";
import { Ok, ok } from "~/http/done";
import { starConversation } from "../conversations/change-conversation.server";
import { ConversationId, StarConversation } from "../inbox-schema";

export const { loader, action } = api({
  PUT: method({
    summary: "Set the star color of a conversation",
    allow: supervisors,
    input: StarConversation,
    output: Ok,
    run: ({ app, who, input }) => ok(starConversation(app, who, input)),
  }),
  DELETE: method({
    summary: "Remove the star",
    allow: supervisors,
    input: ConversationId,
    output: Ok,
    run: ({ app, who, input }) => ok(starConversation(app, who, { id: input.id, color: null })),
  }),
});
