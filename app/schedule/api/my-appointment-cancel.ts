import * as z from "zod";
import { api, method } from "~/http/api.server";
import { cancelMyVisit } from "~/visits/cancel-visit.server";
import { requirePatient } from "~/visits/require-patient";
import { CancelMyVisit, VisitJson } from "~/visits/visit-schema";

export const { loader, action } = api({
  POST: method({
    summary: "Cancel the patient's own visit",
    allow: ["patient"],
    input: CancelMyVisit,
    output: z.object({ success: z.literal(true), appointment: VisitJson }),
    run: async ({ app, who, input }) => ({
      success: true as const,
      appointment: await cancelMyVisit(app, requirePatient(who), input),
    }),
  }),
});
