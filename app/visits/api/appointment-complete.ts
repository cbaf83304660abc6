import { allStaff } from "~/core/who";
import { api, method } from "~/http/api.server";
import { completeVisit } from "../complete-visit.server";
import { changed } from "../visit";
import { ChangedVisit, VisitId } from "../visit-schema";

export const { loader, action } = api({
  POST: method({
    summary: "Complete a visit",
    allow: allStaff,
    input: VisitId,
    output: ChangedVisit,
    run: async ({ app, who, input }) => changed(await completeVisit(app, who, input.id)),
  }),
});
