import { allStaff } from "~/core/who";
import { api, method } from "~/http/api.server";
import { cancelVisit } from "../cancel-visit.server";
import { CancelVisit } from "../outcome/outcome-schema";
import { changed } from "../visit";
import { ChangedVisit } from "../visit-schema";

export const { loader, action } = api({
  POST: method({
    summary: "Cancel a visit",
    allow: allStaff,
    input: CancelVisit,
    output: ChangedVisit,
    run: async ({ app, who, input }) => changed(await cancelVisit(app, who, input.id, input.reason ?? null)),
  }),
});
