import { api, method } from "~/http/api.server";
import { declineOffer } from "../decline-offer.server";
import { AnsweredOffer, OfferToken } from "../offer-schema";

export const { loader, action } = api({
  POST: method({
    summary: "Decline an offer and keep the current time",
    allow: "anyone",
    input: OfferToken,
    output: AnsweredOffer,
    run: ({ app, who, input }) => declineOffer(app, input.token, who.address),
  }),
});
