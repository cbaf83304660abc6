import * as z from "zod";
import { supervisors } from "~/core/who";
import { api, method } from "~/http/api.server";
import { zoneForStaff } from "~/http/request/browser-settings.server";
import { exportConversation } from "../conversations/export-conversation.server";
import { ExportConversation, instantFrom, instantTo } from "../conversations/export-schema";
import { pdfResponse } from "../pdf/pdf-response.server";

export const { loader, action } = api({
  GET: method({
    summary: "A conversation as a PDF",
    allow: supervisors,
    input: ExportConversation,
    output: z.string(),
    type: "application/pdf",
    async run({ app, who, input, request, args }) {
      const zone = input.tz ?? zoneForStaff(request);
      const all = input.all === "on";
      const pdf = await exportConversation(app, who, {
        id: input.id,
        from: all || !input.from ? null : instantFrom(input.from, zone),
        to: all || !input.to ? null : instantTo(input.to, zone),
        notes: input.notes,
        zone,
        gone: args.context.gone,
      });
      return pdfResponse(pdf, `conversation-${input.id}.pdf`);
    },
  }),
});
