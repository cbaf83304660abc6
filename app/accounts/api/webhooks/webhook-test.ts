import { api, method } from "~/http/api.server";
import { testEndpoint } from "~/webhooks/test-endpoint.server";
import { OneEndpoint, TestJson } from "~/webhooks/webhook-schema";

export const { loader, action } = api({
  POST: method({
    summary: "Send the event webhook.test to a webhook, and return what it answered",
    allow: ["admin"],
    input: OneEndpoint,
    output: TestJson,
    run: ({ app, who, input }) => testEndpoint(app, who, input),
  }),
});
