import { z } from "zod";
import { allStaff } from "~/core/who";
import { api, method } from "~/http/api.server";
import { TherapistJson } from "~/scheduling/therapist-schema";
import { listTherapists } from "~/scheduling/therapists.server";

export const { loader, action } = api({
  GET: method({
    summary: "Therapists: all for supervisors, a therapist's own record",
    allow: allStaff,
    input: z.object({}),
    output: z.array(TherapistJson),
    run: ({ app, who }) => listTherapists(app.reads, who),
  }),
});
