import * as z from "zod";
import { findCompany } from "~/company/company.server";
import { CompanyQuery } from "~/company/company-schema";
import { api, method } from "~/http/api.server";
import { addEndpoint } from "~/webhooks/changes/add-endpoint.server";
import { listEndpoints } from "~/webhooks/endpoints.server";
import { AddEndpoint, EndpointJson, NewEndpointJson } from "~/webhooks/webhook-schema";

export const { loader, action } = api({
  GET: method({
    summary: "The company's webhooks, without their secrets; with several companies, name one",
    allow: ["admin"],
    input: CompanyQuery,
    output: z.array(EndpointJson),
    run: async ({ app, input }) => {
      const { id } = await findCompany(app.reads, input.company);
      return listEndpoints(app.reads, id);
    },
  }),
  POST: method({
    summary: "Add a webhook; its secret is only in this answer",
    allow: ["admin"],
    input: AddEndpoint,
    output: NewEndpointJson,
    status: 201,
    run: ({ app, who, input }) => addEndpoint(app, who, input),
  }),
});
