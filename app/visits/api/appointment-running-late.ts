import * as z from "zod";
import { allStaff } from "~/core/who";
import { api, method } from "~/http/api.server";
import { TherapistLate } from "../late/late-schema";
import { notifyOfLateTherapist } from "../late/notify-of-late-therapist.server";

export const { loader, action } = api({
  POST: method({
    summary:
      "Notify the patient, or all patients of a class, that the therapist is running late. Repeat calls within five minutes send nothing.",
    allow: allStaff,
    input: TherapistLate,
    output: z.object({ sent: z.enum(["text", "email"]).nullable() }),
    run: async ({ app, who, input }) => {
      const { sent } = await notifyOfLateTherapist(app, who, input);
      return { sent };
    },
  }),
});
