import * as z from "zod";
import { allStaff } from "~/core/who";
import { api, method } from "~/http/api.server";
import { cancelVisit } from "../cancel-visit.server";
import { CancelVisit } from "../outcome/outcome-schema";
import { VisitJson } from "../visit-schema";

export const { loader, action } = api({
  POST: method({
    summary: "Cancel a visit",
    allow: allStaff,
    input: CancelVisit,
    output: z.object({ success: z.literal(true), appointment: VisitJson }),
    run: async ({ app, who, input }) => ({
      success: true as const,
      appointment: await cancelVisit(app, who, input.id, input.reason),
    }),
  }),
});
