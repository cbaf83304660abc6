import { api, method } from "~/http/api.server";
import { changePractice } from "~/therapists/settings/change-therapist-settings.server";
import { ChangePractice } from "~/therapists/settings/therapist-settings-schema";
import { TherapistJson } from "~/therapists/therapist-schema";
import { findTherapist } from "~/therapists/therapists.server";

export const { loader, action } = api({
  PATCH: method({
    summary:
      "Change a therapist's phone, office number, state, time zone, meeting link or visits a day; visits keep their moments and confirmed ones their link",
    allow: ["admin"],
    input: ChangePractice,
    output: TherapistJson,
    async run({ app, who, input }) {
      await changePractice(app, who, input);
      return findTherapist(app.db, input.id);
    },
  }),
});
