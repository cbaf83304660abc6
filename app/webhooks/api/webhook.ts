import * as z from "zod";
import { api, method } from "~/http/api.server";
import { removeEndpoint } from "../endpoints.server";
import { OneEndpoint } from "../webhook-schema";

export const { loader, action } = api({
  DELETE: method({
    summary: "Remove a webhook and its events",
    allow: ["admin"],
    input: OneEndpoint,
    output: z.void(),
    run: ({ app, who, input }) => removeEndpoint(app, who, input),
  }),
});
