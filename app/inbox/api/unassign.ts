import { supervisors } from "~/core/who";
import { api, method } from "~/http/api.server";
import { Ok, ok } from "~/http/done";
import { unassignConversation } from "../conversations/change-conversation.server";
import { ConversationId } from "../inbox-schema";

export const { loader, action } = api({
  PUT: method({
    summary: "Unassign a conversation",
    allow: supervisors,
    input: ConversationId,
    output: Ok,
    run: ({ app, who, input }) => ok(unassignConversation(app, who, input.id)),
  }),
});
