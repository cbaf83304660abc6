import * as z from "zod";
import { allStaff } from "~/core/who";
import { api, method } from "~/http/api.server";
import { AddTherapist, TherapistJson } from "../therapist-schema";
import { addTherapist, findTherapist, listTherapists } from "../therapists.server";

export const { loader, action } = api({
  GET: method({
    summary: "List therapists. Supervisors get all of them; therapists get only their own profile.",
    allow: allStaff,
    output: z.array(TherapistJson),
    run: ({ app, who }) => listTherapists(app.reads, who),
  }),
  POST: method({
    summary: "Add a therapist and their user",
    allow: ["admin"],
    input: AddTherapist,
    output: TherapistJson,
    status: 201,
    run: async ({ app, who, input }) => findTherapist(app.db, await addTherapist(app, who, input)),
  }),
});
