import { supervisors } from "~/core/who";
import { api, method } from "~/http/api.server";
import { TherapistJson, UpdateTherapist } from "../therapist-schema";
import { findTherapist, updateTherapist } from "../therapists.server";

export const { loader, action } = api({
  PATCH: method({
    summary: "Change a therapist's name, email, review link or company",
    allow: supervisors,
    input: UpdateTherapist,
    output: TherapistJson,
    async run({ app, who, input }) {
      await updateTherapist(app, who, input);
      return findTherapist(app.db, input.id);
    },
  }),
});
