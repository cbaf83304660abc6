import { api, method } from "~/http/api.server";
import { requirePatient } from "~/visits/require-patient";
import { SaveWish, WishJson } from "../offer-schema";
import { removeWish, requireWish, saveWish } from "../wishes.server";

export const { loader, action } = api({
  GET: method({
    summary: "Whether the patient asked for an earlier visit",
    allow: ["patient"],
    output: WishJson,
    run: ({ app, who }) => requireWish(app.reads, requirePatient(who).orderId),
  }),
  PUT: method({
    summary: "Ask for an earlier visit",
    allow: ["patient"],
    input: SaveWish,
    output: WishJson,
    run: ({ app, who, input }) => saveWish(app, who, requirePatient(who).orderId, input),
  }),
  DELETE: method({
    summary: "Stop asking for an earlier visit",
    allow: ["patient"],
    output: WishJson,
    run: ({ app, who }) => removeWish(app, who, requirePatient(who).orderId),
  }),
});
