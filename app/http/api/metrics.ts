import { z } from "zod";
import { Refusal } from "~/core/refusal";
import { api, method } from "~/http/api.server";

export const { loader, action } = api({
  GET: method({
    summary: "Figures of the process as Prometheus reads them, for the addresses of METRICS_FROM",
    allow: "anyone",
    input: z.object({}),
    output: z.string(),
    type: "text/plain",
    async run({ app, args }) {
      // A proxy in front is as near as the operator: whoever asked through it must be allowed as well.
      if (!args.context.chain.every((address) => app.config.metricsFrom.has(address))) {
        throw new Refusal("forbidden", "These figures are for the addresses of METRICS_FROM.");
      }
      const { registry } = app.metrics;
      const headers = { "Content-Type": registry.contentType, "Cache-Control": "no-store" };
      return new Response(await registry.metrics(), { headers });
    },
  }),
});
