import * as z from "zod";
import { logAudit } from "~/audit/log-audit.server";
import { readingEntries } from "~/check-ins/reading-entries.server";
import { recordId } from "~/core/fields";
import { Refusal } from "~/core/refusal";
import { allStaff } from "~/core/who";
import { api, method } from "~/http/api.server";
import { zoneForStaff } from "~/http/request/browser-settings.server";
import { pdfResponse } from "~/inbox/pdf/pdf-response.server";
import { printConversation } from "~/inbox/pdf/print-conversation.server";
import { findFirstNights } from "../first-nights.server";
import { evidenceOf } from "../pages/evidence.server";
import { findOrderNights } from "../pages/find-order-nights.server";

export const { loader, action } = api({
  GET: method({
    summary: "A patient's first 90 nights on one page, as a PDF",
    allow: allStaff,
    input: z.object({ id: recordId }),
    output: z.string(),
    type: "application/pdf",
    async run({ app, who, input, request, args }) {
      const { order, followed } = await findOrderNights(app, who, input.id);
      if (!followed) throw new Refusal("missing", "This patient's nights aren't followed.");
      await app.db
        .transaction()
        .execute((trx) => logAudit({ trx, app, who }, "nights.exported", `order ${order.id}`));
      const first = await findFirstNights(app.reads, order.id);
      const evidence = evidenceOf(order, followed);
      const pdf = await printConversation({
        transcript: {
          ...evidence,
          entries: [...evidence.entries, ...(first ? await readingEntries(app.reads, first) : [])],
          phone: `Patient ${order.patient_id}`,
          zone: zoneForStaff(request),
          notes: null,
          exportedBy: who.name,
          exportedAt: app.clock.now(),
        },
        batches: noMessages(),
        userId: who.userId,
        gone: args.context.gone,
      });
      return pdfResponse(pdf, `first-90-nights-${order.patient_id}.pdf`);
    },
  }),
});

async function* noMessages() {}
