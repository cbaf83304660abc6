import { supervisors } from "~/core/who";
import { api, method } from "~/http/api.server";
import { retryInThread } from "~/messaging/conversation/retry-message.server";
import { ThreadMessage } from "~/messaging/inputs";
import { Ok } from "~/messaging/threads/views";

export const { loader, action } = api({
  POST: method({
    summary: "Send a failed message again",
    allow: supervisors,
    input: ThreadMessage,
    output: Ok,
    async run({ app, who, input }) {
      await retryInThread(app, who, input);
      return { ok: true as const };
    },
  }),
});
