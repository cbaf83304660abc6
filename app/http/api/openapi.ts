import * as z from "zod";
import { roles } from "~/core/who";
import { api, method } from "~/http/api.server";
import { openApiOf } from "~/http/openapi.server";

export const { loader, action } = api({
  GET: method({
    summary: "This API as an OpenAPI 3.1 document",
    allow: roles,
    output: z.looseObject({ openapi: z.literal("3.1.0"), paths: z.record(z.string(), z.unknown()) }),
    run: async ({ app, args }) =>
      openApiOf(args.context.apiRoutes, app.config) as {
        openapi: "3.1.0";
        paths: Record<string, unknown>;
      },
  }),
});
