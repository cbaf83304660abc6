import * as z from "zod";
import { api, method } from "~/http/api.server";
import { askForCall } from "~/visits/late/change-day-marks.server";
import { requirePatient } from "~/visits/require-patient";

export const { loader, action } = api({
  POST: method({
    summary: "Ask for a phone call instead of video",
    allow: ["patient"],
    output: z.void(),
    run: ({ app, who }) => askForCall(app, requirePatient(who), true),
  }),
  DELETE: method({
    summary: "Ask for video again instead of a phone call",
    allow: ["patient"],
    output: z.void(),
    run: ({ app, who }) => askForCall(app, requirePatient(who), false),
  }),
});
