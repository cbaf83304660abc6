import { api, method } from "~/http/api.server";
import { changePractice } from "~/scheduling/practice/change-practice.server";
import { ChangePractice } from "~/scheduling/practice/practice-schema";
import { TherapistJson } from "~/scheduling/therapist-schema";
import { findTherapist } from "~/scheduling/therapists.server";

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
