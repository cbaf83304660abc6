import { api, method } from "~/http/api.server";
import { acceptOffer } from "../accept-offer.server";
import { AcceptOffer, AnsweredOffer } from "../offer-schema";

export const { loader, action } = api({
  POST: method({
    summary: "Accept an offered time (safe to repeat)",
    allow: "anyone",
    input: AcceptOffer,
    output: AnsweredOffer,
    run: ({ app, who, input }) => acceptOffer(app, input.token, who.address, input.sms_consent),
  }),
});
