import * as z from "zod";
import { supervisors } from "~/core/who";
import { api, method } from "~/http/api.server";
import { notModified } from "~/http/response/etag.server";
import { findConversationVersion } from "../conversation-changes.server";
import { MessageJson } from "../conversations/conversation-json";
import { messageView } from "../conversations/message";
import { listMessages } from "../conversations/messages.server";
import { ListMessages } from "../inbox-schema";

export const { loader, action } = api({
  GET: method({
    summary: "The newest messages in a conversation, or those before or after a given message, oldest first",
    allow: supervisors,
    input: ListMessages,
    output: z.array(MessageJson),
    async run({ app, input, args }) {
      const { thread_id: conversation } = input;
      const same = notModified(
        args,
        `${conversation}.${await findConversationVersion(app.reads, conversation)}`,
      );
      if (same) return same;
      return (await listMessages(app.reads, conversation, input)).map(messageView);
    },
  }),
});
