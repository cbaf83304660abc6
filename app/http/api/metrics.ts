import * as z from "zod";
import { Refusal } from "~/core/refusal";
import { api, method } from "~/http/api.server";

export const { loader, action } = api({
  GET: method({
    summary: "Prometheus metrics, for the addresses in METRICS_FROM",
    allow: "anyone",
    output: z.string(),
    type: "text/plain",
    async run({ app, args }) {
      // Behind a proxy, the client's own address must be allowed too.
      if (!args.context.chain.every((address) => app.config.metricsFrom.has(address))) {
        throw new Refusal("forbidden", "Metrics are only for the addresses in METRICS_FROM.");
      }
      const { registry } = app.metrics;
      const headers = { "Content-Type": registry.contentType, "Cache-Control": "no-store" };
      return new Response(await registry.metrics(), { headers });
    },
  }),
});
