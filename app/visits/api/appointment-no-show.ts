import { allStaff } from "~/core/who";
import { api, method } from "~/http/api.server";
import { markNoShow } from "../outcome/mark-no-show.server";
import { MarkNoShow } from "../outcome/outcome-schema";
import { changed, visitViewForStaff } from "../visit";
import { ChangedVisitForStaff } from "../visit-schema";

export const { loader, action } = api({
  POST: method({
    summary: "Mark a confirmed visit as a no-show, from 10 minutes after its start",
    allow: allStaff,
    input: MarkNoShow,
    output: ChangedVisitForStaff,
    run: async ({ app, who, input }) => changed(visitViewForStaff(await markNoShow(app, who, input))),
  }),
});
