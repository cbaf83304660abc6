import { Refusal } from "~/core/refusal";
import { supervisors } from "~/core/who";
import { api, method } from "~/http/api.server";
import { TherapistJson, UpdateTherapist } from "~/scheduling/therapist-schema";
import { listTherapists } from "~/scheduling/therapists.server";
import { updateTherapist } from "~/scheduling/update-therapist.server";

export const { loader, action } = api({
  PATCH: method({
    summary: "Change a therapist's name, e-mail, review link or company",
    allow: supervisors,
    input: UpdateTherapist,
    output: TherapistJson,
    async run({ app, who, input }) {
      await updateTherapist(app, who, input);
      const changed = (await listTherapists(app.db, who)).find((therapist) => therapist.id === input.id);
      if (!changed) throw new Refusal("missing", "There is no such therapist.");
      return changed;
    },
  }),
});
