import * as z from "zod";
import { supervisors } from "~/core/who";
import { api, method } from "~/http/api.server";
import { notModified } from "~/http/response/etag.server";
import { countTiles } from "../board/count-tiles.server";
import { stateOf } from "../board/tiles";
import { OnDashboard } from "../dashboard-schema";

export const { loader, action } = api({
  GET: method({
    summary: "Counts of the nine dashboard tiles, or 304 if they haven't changed",
    allow: supervisors,
    input: OnDashboard,
    output: z.object({
      ok: z.literal(true),
      tiles: z.array(z.object({ key: z.string(), name: z.string(), count: z.number().int() })),
    }),
    async run({ app, input, args }) {
      const tiles = await countTiles(app, input);
      return notModified(args, stateOf(tiles)) ?? { ok: true as const, tiles };
    },
  }),
});
