import * as z from "zod";
import { api, method } from "~/http/api.server";
import { readSignedForm } from "~/http/request/twilio-form.server";
import { receiveReply } from "~/inbox/receive-reply.server";
import { InboundForm } from "../../twilio-schema";

const nothing = '<?xml version="1.0" encoding="UTF-8"?><Response/>';

export const { loader, action } = api({
  POST: method({
    summary: "Receive a text from a patient (request signed by Twilio)",
    allow: "anyone",
    output: z.string(),
    type: "text/xml",
    signedForm: InboundForm,
    async run({ app, request }) {
      const form = await readSignedForm(app, request, InboundForm);
      const text = {
        from: form.From,
        body: form.Body,
        providerId: form.MessageSid,
        mediaCount: form.NumMedia,
        keyword: form.OptOutType,
      };
      await receiveReply(app, text);
      return new Response(nothing, {
        headers: { "Content-Type": "text/xml; charset=utf-8", "Cache-Control": "no-store" },
      });
    },
  }),
});
