import * as z from "zod";
import { shown } from "~/core/fields";
import { authenticate } from "~/http/access/authenticate.server";
import { clientInfo } from "~/http/access/client-info.server";
import { enterWith } from "~/http/access/session.server";
import { api, method } from "~/http/api.server";
import { signInByCode } from "../access/sign-in/sign-in-by-code.server";
import { SignInByCode } from "../order-schema";

export const { loader, action } = api({
  POST: method({
    summary: "Sign in a patient with an access code",
    allow: "anyone",
    input: SignInByCode,
    output: z.object({ success: z.literal(true), patient_id: shown.patientId, brightree_db: z.string() }),
    run: async ({ app, args }) => {
      const patient = await authenticate("code", args, SignInByCode, (input) =>
        signInByCode(app, clientInfo(args), input),
      );
      await enterWith(args, "patient", patient.token);
      return { success: true as const, patient_id: patient.patient_id, brightree_db: patient.brightree_db };
    },
  }),
});
