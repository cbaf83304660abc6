import * as z from "zod";
import { api, method } from "~/http/api.server";
import { readSignedForm } from "~/http/request/twilio-form.server";
import { recordReport } from "../../delivery/record-report.server";
import { StatusForm } from "../../twilio-schema";

export const { loader, action } = api({
  POST: method({
    summary: "Receive the delivery status of a text (request signed by Twilio)",
    allow: "anyone",
    input: z.object({ reference: z.string().max(60).optional().catch(undefined) }),
    output: z.void(),
    signedForm: StatusForm,
    async run({ app, request, input }) {
      const form = await readSignedForm(app, request, StatusForm);
      await recordReport(app, {
        providerId: form.MessageSid,
        state: form.MessageStatus.toLowerCase(),
        errorCode: form.ErrorCode || null,
        reference: input.reference ?? null,
      });
    },
  }),
});
