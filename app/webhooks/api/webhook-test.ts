import { api, method } from "~/http/api.server";
import { testEndpoint } from "../test-endpoint.server";
import { OneEndpoint, TestJson } from "../webhook-schema";

export const { loader, action } = api({
  POST: method({
    summary: "Send a webhook.test event to a webhook and return its response",
    allow: ["admin"],
    input: OneEndpoint,
    output: TestJson,
    run: ({ app, who, input }) => testEndpoint(app, who, input),
  }),
});
