import { z } from "zod";
import { supervisors } from "~/core/who";
import { linkNext } from "~/http/answer/next-page.server";
import { api, method } from "~/http/api.server";
import { listLiveCodes } from "~/orders/access/codes.server";
import { CodeRow, ListCodes } from "~/orders/schema";

export const { loader, action } = api({
  GET: method({
    summary: "The live access codes, newest first",
    allow: supervisors,
    input: ListCodes,
    output: z.array(CodeRow),
    run: async ({ app, input, args }) => {
      const { rows, next } = await listLiveCodes(app, input);
      linkNext(args, next);
      return rows;
    },
  }),
});
