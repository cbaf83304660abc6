import { allStaff } from "~/core/who";
import { api, method } from "~/http/api.server";
import { undoOutcome } from "../outcome/undo-outcome.server";
import { changed, visitViewForStaff } from "../visit";
import { ChangedVisitForStaff, VisitId } from "../visit-schema";

export const { loader, action } = api({
  POST: method({
    summary: "Undo the outcome of a visit within 24 hours. The visit is confirmed again.",
    allow: allStaff,
    input: VisitId,
    output: ChangedVisitForStaff,
    run: async ({ app, who, input }) => changed(visitViewForStaff(await undoOutcome(app, who, input.id))),
  }),
});
