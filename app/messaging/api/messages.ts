import { z } from "zod";
import { supervisors } from "~/core/who";
import { unchanged } from "~/http/answer/etag.server";
import { api, method } from "~/http/api.server";
import { messageView } from "~/messaging/conversation/message";
import { listMessages, versionOf } from "~/messaging/conversation/messages.server";
import { ListMessages } from "~/messaging/inputs";
import { MessageJson } from "~/messaging/threads/views";

export const { loader, action } = api({
  GET: method({
    summary: "The newest messages of a conversation in ascending order, or those before or after one",
    allow: supervisors,
    input: ListMessages,
    output: z.array(MessageJson),
    async run({ app, input, args }) {
      const { thread_id: thread } = input;
      const same = unchanged(args, `${thread}.${await versionOf(app.reads, thread)}`);
      if (same) return same;
      return (await listMessages(app.reads, thread, input)).map(messageView);
    },
  }),
});
