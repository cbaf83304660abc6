import * as z from "zod";
import { allStaff } from "~/core/who";
import { api, method } from "~/http/api.server";
import { confirmVisit } from "../confirm-visit.server";
import { ConfirmVisit, VisitJson } from "../visit-schema";

export const { loader, action } = api({
  POST: method({
    summary: "Confirm a visit with its meeting link",
    allow: allStaff,
    input: ConfirmVisit,
    output: z.object({ success: z.literal(true), appointment: VisitJson }),
    run: async ({ app, who, input }) => ({
      success: true as const,
      appointment: await confirmVisit(app, who, input),
    }),
  }),
});
