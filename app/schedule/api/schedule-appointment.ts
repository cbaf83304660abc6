import * as z from "zod";
import { currentLanguage } from "~/core/language/current-language";
import { allStaff, isQuerySession } from "~/core/who";
import { api, method } from "~/http/api.server";
import { browserZone } from "~/http/request/browser-settings.server";
import { parse } from "~/http/request/input.server";
import { bookVisit } from "~/visits/book-visit.server";
import { BookVisit, VisitJson } from "~/visits/visit-schema";

const Key = BookVisit.pick({ idempotency_key: true });

export const { loader, action } = api({
  POST: method({
    summary: "Book a visit. Requests with the same Idempotency-Key header book only once.",
    allow: ["patient", "patient-by-query", ...allStaff],
    input: BookVisit,
    output: z.object({ success: z.literal(true), appointment: VisitJson }),
    status: 201,
    async run({ app, who, input, args }) {
      const { request } = args;
      const header = request.headers.get("idempotency-key");
      const { idempotency_key } = header ? parse(Key, { idempotency_key: header }) : input;
      const booking = { ...input, idempotency_key };
      const appointment = await bookVisit(app, who, booking, browserZone(request));
      const byQuery = isQuerySession(who);
      // In a session opened by patient ID, the response must not reveal anything about the order.
      const limited = byQuery && {
        sales_order_no: input.sales_order_no ?? null,
        language: currentLanguage(),
        interpreter: null,
      };
      return { success: true as const, appointment: { ...appointment, ...limited } };
    },
  }),
});
