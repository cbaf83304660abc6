import { supervisors } from "~/core/who";
import { api, method } from "~/http/api.server";
import { Ok, ok } from "~/http/done";
import { retryInThread } from "../conversation/retry-message.server";
import { ThreadMessage } from "../inbox-schema";

export const { loader, action } = api({
  POST: method({
    summary: "Resend a failed message",
    allow: supervisors,
    input: ThreadMessage,
    output: Ok,
    run: ({ app, who, input }) => ok(retryInThread(app, who, input)),
  }),
});
