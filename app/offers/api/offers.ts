import * as z from "zod";
import { supervisors } from "~/core/who";
import { api, method } from "~/http/api.server";
import { listOffers } from "../list-offers.server";
import { offerByHand } from "../offer-by-hand.server";
import { ListOffers, OfferByHand, OfferJson } from "../offer-schema";

export const { loader, action } = api({
  GET: method({
    summary: "Offers of earlier times, newest first",
    allow: supervisors,
    input: ListOffers,
    output: z.array(OfferJson),
    run: ({ app, input }) => listOffers(app.reads, input),
  }),
  POST: method({
    summary: "Offer an open time to chosen patients who asked for an earlier one",
    allow: supervisors,
    input: OfferByHand,
    output: z.object({ sent: z.number().int() }),
    run: ({ app, who, input }) => offerByHand(app, who, input),
  }),
});
