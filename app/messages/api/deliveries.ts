import * as z from "zod";
import { iso, isoOrNull } from "~/core/time";
import { api, method } from "~/http/api.server";
import { linkNext } from "~/http/response/link-next-page.server";
import { listDeliveries } from "../message-deliveries.server";
import { DeliveryJson, ListDeliveries } from "../outbox-schema";

export const { loader, action } = api({
  GET: method({
    summary: "Failed and waiting messages, newest first, with the provider's error",
    allow: ["admin"],
    input: ListDeliveries,
    output: z.array(DeliveryJson),
    async run({ app, input, args }) {
      const { status, cursor: before, limit } = input;
      const found = await listDeliveries(app.reads, { status, before, limit: limit + 1 });
      const rows = found.slice(0, limit);
      linkNext(args, found.length > limit ? (rows.at(-1)?.id ?? null) : null);
      return rows.map(({ first_tried_at: _, order_id: __, ...row }) => ({
        ...row,
        possibly_sent: row.possibly_sent === 1,
        created_at: iso(row.created_at),
        not_before: iso(row.not_before),
        finished_at: isoOrNull(row.finished_at),
      }));
    },
  }),
});
