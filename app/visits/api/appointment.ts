import * as z from "zod";
import { Span } from "~/core/fields";
import { allStaff } from "~/core/who";
import { api, method } from "~/http/api.server";
import { ownTherapist } from "~/therapists/therapist-permissions.server";
import { moveVisit } from "../move-visit.server";
import { visitViewForStaff } from "../visit";
import { MoveVisit, StaffVisitJson, VisitJson } from "../visit-schema";
import { listVisits } from "../visits.server";

// `id` is a therapist's name in GET and a visit's ID in PATCH, as existing clients expect.
export const { loader, action } = api({
  GET: method({
    summary: "The visits of one therapist, by name",
    allow: allStaff,
    input: Span.extend({ id: z.string().trim().min(1).max(200) }),
    output: z.array(StaffVisitJson),
    async run({ app, who, input }) {
      const { id: therapistId } = await ownTherapist(app.reads, who, input.id);
      const visits = await listVisits(app.reads, { ...input, therapistId });
      return visits.map(visitViewForStaff);
    },
  }),
  PATCH: method({
    summary: "Move a visit to another time",
    allow: allStaff,
    input: MoveVisit,
    output: z.object({ success: z.literal(true), appointment: VisitJson }),
    run: async ({ app, who, input }) => ({
      success: true as const,
      appointment: await moveVisit(app, who, input),
    }),
  }),
});
