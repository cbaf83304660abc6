import * as z from "zod";
import { Span } from "~/core/fields";
import { allStaff, isSupervisor } from "~/core/who";
import { api, method } from "~/http/api.server";
import { visitViewForStaff } from "../visit";
import { StaffVisitJson } from "../visit-schema";
import { listVisits } from "../visits.server";

export const { loader, action } = api({
  GET: method({
    summary: "List unconfirmed visits. Supervisors get all visits; therapists get their own.",
    allow: allStaff,
    input: Span,
    output: z.array(StaffVisitJson),
    async run({ app, who, input }) {
      const own = who.kind === "staff" && !isSupervisor(who) ? { therapistId: who.therapistId ?? 0 } : {};
      const visits = await listVisits(app.reads, { ...input, ...own, statuses: ["submitted"] });
      return visits.map(visitViewForStaff);
    },
  }),
});
