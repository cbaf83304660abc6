import { supervisors } from "~/core/who";
import { api, method } from "~/http/api.server";
import { Ok, ok } from "~/http/done";
import { retryInConversation } from "../conversations/retry-message.server";
import { ConversationMessage } from "../inbox-schema";

export const { loader, action } = api({
  POST: method({
    summary: "Resend a failed message",
    allow: supervisors,
    input: ConversationMessage,
    output: Ok,
    run: ({ app, who, input }) => ok(retryInConversation(app, who, input)),
  }),
});
