import { supervisors } from "~/core/who";
import { api, method } from "~/http/api.server";
import { retryInThread } from "../conversation/retry-message.server";
import { ThreadMessage } from "../inputs";
import { Ok } from "../threads/views";

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
