import * as z from "zod";
import { supervisors } from "~/core/who";
import { api, method } from "~/http/api.server";
import { notModified } from "~/http/response/etag.server";
import { messageView } from "../conversation/message";
import { listMessages } from "../conversation/messages.server";
import { ListMessages } from "../inbox-schema";
import { findThreadVersion } from "../thread-changes.server";
import { MessageJson } from "../threads/thread-json";

export const { loader, action } = api({
  GET: method({
    summary: "The newest messages in a conversation, or those before or after a given message, oldest first",
    allow: supervisors,
    input: ListMessages,
    output: z.array(MessageJson),
    async run({ app, input, args }) {
      const { thread_id: thread } = input;
      const same = notModified(args, `${thread}.${await findThreadVersion(app.reads, thread)}`);
      if (same) return same;
      return (await listMessages(app.reads, thread, input)).map(messageView);
    },
  }),
});
