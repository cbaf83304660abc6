import { supervisors } from "~/core/who";
import { api, method } from "~/http/api.server";
import { Ok, ok } from "~/http/done";
import { assignConversation } from "../conversations/change-conversation.server";
import { AssignConversation } from "../inbox-schema";

export const { loader, action } = api({
  PUT: method({
    summary: "Assign a conversation to a user",
    allow: supervisors,
    input: AssignConversation,
    output: Ok,
    run: ({ app, who, input }) => ok(assignConversation(app, who, input)),
  }),
});
