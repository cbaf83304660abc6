import { supervisors } from "~/core/who";
import { api, method } from "~/http/api.server";
import { Ok, ok } from "~/http/done";
import { noteReplying } from "../conversations/replying.server";
import { ConversationId } from "../inbox-schema";

export const { loader, action } = api({
  POST: method({
    summary: "Show other users for 12 seconds that you are typing a reply",
    allow: supervisors,
    input: ConversationId,
    output: Ok,
    run: ({ app, who, input }) => ok(noteReplying(app, who, input.id)),
  }),
});
