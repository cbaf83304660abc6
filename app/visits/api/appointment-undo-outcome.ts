import * as z from "zod";
import { allStaff } from "~/core/who";
import { api, method } from "~/http/api.server";
import { undoOutcome } from "../outcome/undo-outcome.server";
import { visitViewForStaff } from "../visit";
import { StaffVisitJson, VisitId } from "../visit-schema";

export const { loader, action } = api({
  POST: method({
    summary: "Undo the outcome of a completed or missed visit within 24 hours: it is confirmed again",
    allow: allStaff,
    input: VisitId,
    output: z.object({ success: z.literal(true), appointment: StaffVisitJson }),
    run: async ({ app, who, input }) => ({
      success: true as const,
      appointment: visitViewForStaff(await undoOutcome(app, who, input.id)),
    }),
  }),
});
