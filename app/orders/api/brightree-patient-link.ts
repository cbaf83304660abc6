import * as z from "zod";
import { allStaff } from "~/core/who";
import { api, method } from "~/http/api.server";
import { findBrightreePatientLink } from "../order-system/brightree-patient-link.server";
import { FindPatientLink } from "../order-system/order-system-schema";

export const { loader, action } = api({
  GET: method({
    summary: "The link to a patient in the order system",
    allow: allStaff,
    input: FindPatientLink,
    output: z.object({
      ok: z.boolean(),
      needs_org: z.boolean(),
      patient_url: z.string().nullable(),
      sso_url: z.string().nullable(),
      error: z.null(),
    }),
    run: async ({ app, who, input }) => {
      const link = await findBrightreePatientLink(app.reads, who, input);
      return { ok: !link.needs_org, ...link, error: null };
    },
  }),
});
