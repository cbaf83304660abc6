import { api, method } from "~/http/api.server";
import { Ok, ok } from "~/http/done";
import { retryDelivery } from "../message-deliveries.server";
import { RetryDelivery } from "../outbox-schema";

export const { loader, action } = api({
  POST: method({
    summary: "Resend a failed message, or send a queued one now",
    allow: ["admin"],
    input: RetryDelivery,
    output: Ok,
    run: ({ app, who, input }) => ok(retryDelivery(app, who, input.id)),
  }),
});
