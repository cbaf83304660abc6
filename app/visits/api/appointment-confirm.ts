import { allStaff } from "~/core/who";
import { api, method } from "~/http/api.server";
import { confirmVisit } from "../confirm-visit.server";
import { changed } from "../visit";
import { ChangedVisit, ConfirmVisit } from "../visit-schema";

export const { loader, action } = api({
  POST: method({
    summary: "Confirm a visit with its meeting link",
    allow: allStaff,
    input: ConfirmVisit,
    output: ChangedVisit,
    run: async ({ app, who, input }) => changed(await confirmVisit(app, who, input)),
  }),
});
