import * as z from "zod";
import { api, method } from "~/http/api.server";
import { runLate } from "~/visits/late/change-day-marks.server";
import { RunningLate } from "~/visits/late/late-schema";
import { requirePatient } from "~/visits/require-patient";

export const { loader, action } = api({
  POST: method({
    summary: "Report that the patient is running late",
    allow: ["patient"],
    input: RunningLate,
    output: z.void(),
    run: ({ app, who, input }) => runLate(app, requirePatient(who), input.minutes),
  }),
  DELETE: method({
    summary: "Report that the patient is no longer running late",
    allow: ["patient"],
    output: z.void(),
    run: ({ app, who }) => runLate(app, requirePatient(who), null),
  }),
});
