import * as z from "zod";
import { supervisors } from "~/core/who";
import { api, method } from "~/http/api.server";
import { linkNext } from "~/http/response/link-next-page.server";
import { listLiveCodes } from "../access/pending-codes.server";
import { CodeRow, ListCodes } from "../order-schema";

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
