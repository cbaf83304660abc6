import * as z from "zod";
import { allStaff } from "~/core/who";
import { api, method } from "~/http/api.server";
import { markNoShow } from "../outcome/mark-no-show.server";
import { MarkNoShow } from "../outcome/outcome-schema";
import { visitViewForStaff } from "../visit";
import { StaffVisitJson } from "../visit-schema";

export const { loader, action } = api({
  POST: method({
    summary: "Mark a confirmed visit as a no-show, from 10 minutes after its start",
    allow: allStaff,
    input: MarkNoShow,
    output: z.object({ success: z.literal(true), appointment: StaffVisitJson }),
    run: async ({ app, who, input }) => ({
      success: true as const,
      appointment: visitViewForStaff(await markNoShow(app, who, input)),
    }),
  }),
});
