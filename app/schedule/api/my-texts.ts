import * as z from "zod";
import { flag } from "~/core/fields";
import { api, method } from "~/http/api.server";
import { switchTexts } from "~/messages/consent/switch-texts.server";
import { requirePatient } from "~/visits/require-patient";

export const { loader, action } = api({
  PUT: method({
    summary: "Turn texts to the patient's own number on or off",
    allow: ["patient"],
    input: z.object({ on: flag }),
    output: z.object({ sms_consent: z.boolean() }),
    run: ({ app, who, input }) => switchTexts(app, requirePatient(who), input.on),
  }),
});
