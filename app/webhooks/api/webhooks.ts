import * as z from "zod";
import { findCompany } from "~/company/company.server";
import { CompanyQuery } from "~/company/company-schema";
import { api, method } from "~/http/api.server";
import { addEndpoint, listEndpoints } from "../endpoints.server";
import { AddEndpoint, EndpointJson, NewEndpointJson } from "../webhook-schema";

export const { loader, action } = api({
  GET: method({
    summary:
      "List the company's webhooks without their secrets; if there are several companies, choose one with `company`",
    allow: ["admin"],
    input: CompanyQuery,
    output: z.array(EndpointJson),
    run: async ({ app, input }) => listEndpoints(app.reads, (await findCompany(app.reads, input.company)).id),
  }),
  POST: method({
    summary: "Add a webhook; only this response contains its secret",
    allow: ["admin"],
    input: AddEndpoint,
    output: NewEndpointJson,
    status: 201,
    run: ({ app, who, input }) => addEndpoint(app, who, input),
  }),
});
