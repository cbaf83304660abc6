import * as z from "zod";
import { Refusal } from "~/core/refusal";
import { api, method } from "~/http/api.server";
import { browserZone } from "~/http/request/browser-settings.server";
import { WishJson } from "~/offers/offer-schema";
import { findWish } from "~/offers/wishes.server";
import { moveMyVisit } from "~/visits/move-visit.server";
import { requirePatient } from "~/visits/require-patient";
import { visitStrings } from "~/visits/strings";
import { visitView } from "~/visits/visit";
import { MoveMyVisit, VisitJson } from "~/visits/visit-schema";
import { findActiveVisit } from "~/visits/visits.server";

const output = z.object({ success: z.literal(true), appointment: VisitJson });
const withEarlier = output.extend({
  /** Null if the company offers no earlier times. */
  appointment: VisitJson.extend({ earlier: WishJson.nullable() }),
});

export const { loader, action } = api({
  GET: method({
    summary: "The patient's own visit",
    allow: ["patient"],
    input: z.object({}),
    output: withEarlier,
    async run({ app, who }) {
      const { orderId } = requirePatient(who);
      const visit = await findActiveVisit(app.reads, orderId);
      if (!visit) throw new Refusal("missing", visitStrings.noVisit);
      const earlier = await findWish(app.reads, orderId);
      return { success: true as const, appointment: { ...visitView(visit), earlier } };
    },
  }),
  PATCH: method({
    summary: "Move the patient's own visit",
    allow: ["patient"],
    input: MoveMyVisit,
    output,
    async run({ app, who, input, args }) {
      const zone = browserZone(args.request);
      const appointment = await moveMyVisit(app, requirePatient(who), input, zone);
      return { success: true as const, appointment };
    },
  }),
});
