import * as z from "zod";
import { roles } from "~/core/who";
import { api, method } from "~/http/api.server";
import { zoneForStaff } from "~/http/request/browser-settings.server";
import { printConsents } from "../conversations/export-consents.server";
import { ConversationId } from "../inbox-schema";
import { pdfResponse } from "../pdf/pdf-response.server";

export const { loader, action } = api({
  GET: method({
    summary: "The consent history of a conversation's phone number as a PDF, newest first",
    allow: roles,
    input: ConversationId,
    output: z.string(),
    type: "application/pdf",
    async run({ app, who, input, request, args }) {
      const { gone } = args.context;
      const pdf = await printConsents(app, who, { id: input.id, zone: zoneForStaff(request), gone });
      return pdfResponse(pdf, `consent-${input.id}.pdf`);
    },
  }),
});
