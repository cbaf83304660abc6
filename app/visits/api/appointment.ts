import * as z from "zod";
import { Span } from "~/core/fields";
import { allStaff } from "~/core/who";
import { api, method } from "~/http/api.server";
import { ownTherapist } from "~/therapists/therapist-permissions.server";
import { moveVisit } from "../move-visit.server";
import { changed, visitViewForStaff } from "../visit";
import { ChangedVisit, MoveVisit, StaffVisitJson } from "../visit-schema";
import { listVisits } from "../visits.server";

// `id` is a therapist's name in GET and a visit's ID in PATCH.
export const { loader, action } = api({
  GET: method({
    summary: "List the visits of a therapist, by name",
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
    output: ChangedVisit,
    run: async ({ app, who, input }) => changed(await moveVisit(app, who, input)),
  }),
});
