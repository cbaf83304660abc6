import { supervisors } from "~/core/who";
import { api, method } from "~/http/api.server";
import { ThreadMessage } from "~/messaging/inputs";
import { retryInThread } from "~/messaging/retry-message.server";
import { Ok } from "~/messaging/views";

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
