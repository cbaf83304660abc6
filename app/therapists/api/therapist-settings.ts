import { api, method } from "~/http/api.server";
import { changeTherapistSettings } from "../settings/change-therapist-settings.server";
import { ChangeTherapistSettings } from "../settings/therapist-settings-schema";
import { TherapistJson } from "../therapist-schema";
import { findTherapist } from "../therapists.server";

export const { loader, action } = api({
  PATCH: method({
    summary:
      "Change a therapist's phone, office number, state, time zone, meeting link, languages, postal areas, or daily capacity. Visits keep their times, and confirmed visits keep their meeting links",
    allow: ["admin"],
    input: ChangeTherapistSettings,
    output: TherapistJson,
    async run({ app, who, input }) {
      await changeTherapistSettings(app, who, input);
      return findTherapist(app.db, input.id);
    },
  }),
});
