import { z } from "zod";
import { api, method } from "~/http/api.server";
import { retryDelivery } from "~/messages/deliveries.server";
import { RetryDelivery } from "../../outbox-schema";

export const { loader, action } = api({
  POST: method({
    summary: "Send a failed or waiting message again",
    allow: ["admin"],
    input: RetryDelivery,
    output: z.object({ ok: z.literal(true) }),
    async run({ app, who, input }) {
      await retryDelivery(app, who, input.id);
      return { ok: true as const };
    },
  }),
});
