import { z } from "zod";
import { supervisors } from "~/core/who";
import { compositeView } from "~/dashboard/composite";
import { listComposites } from "~/dashboard/composites.server";
import { rangeOf } from "~/dashboard/range";
import { CompositeJson, ListComposites } from "~/dashboard/schema";
import { api, method } from "~/http/api.server";

export const { loader, action } = api({
  GET: method({
    summary: "Visits of all therapists in a range (this month where none is given), filtered",
    allow: supervisors,
    input: ListComposites,
    output: z.array(CompositeJson),
    async run({ app, input }) {
      const range = rangeOf(input, app.clock.now());
      return (await listComposites(app.reads, { ...input, ...range })).map(compositeView);
    },
  }),
});
