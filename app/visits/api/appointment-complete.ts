import * as z from "zod";
import { allStaff } from "~/core/who";
import { api, method } from "~/http/api.server";
import { completeVisit } from "../complete-visit.server";
import { VisitId, VisitJson } from "../visit-schema";

export const { loader, action } = api({
  POST: method({
    summary: "Complete a visit",
    allow: allStaff,
    input: VisitId,
    output: z.object({ success: z.literal(true), appointment: VisitJson }),
    run: async ({ app, who, input }) => ({
      success: true as const,
      appointment: await completeVisit(app, who, input.id),
    }),
  }),
});
