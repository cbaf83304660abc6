import * as z from "zod";
import { languageCodes } from "~/core/language/languages";
import { api, method } from "~/http/api.server";
import { upsertOrdersFromApi } from "../upsert-orders-from-api.server";

const atMost = 500;

const count = z.number().int();

export const { loader, action } = api({
  PUT: method({
    summary: `Import up to ${atMost} orders with an integration key. The fields are the columns of the CSV file. \`language\` is ${languageCodes.join(" or ")}, \`interpreter\` is a language or ASL, and an empty value in either one removes the saved value`,
    allow: ["integration", "admin"],
    input: z.object({
      orders: z
        .array(z.unknown(), "orders must be a list.")
        .max(atMost, `Send at most ${atMost} orders per request.`),
    }),
    output: z.object({
      ok: z.literal(true),
      inserted: count,
      updated: count,
      unchanged: count,
      errors: z.array(z.object({ index: count, field: z.string(), error: z.string() })),
    }),
    run: async ({ app, who, input }) => ({
      ok: true as const,
      ...(await upsertOrdersFromApi(app, who, input.orders)),
    }),
  }),
});
