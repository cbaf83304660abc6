import { Refusal } from "~/core/refusal";
import { isProvenPatient } from "~/core/who";
import { api, method } from "~/http/api.server";
import { LinkCode } from "~/orders/order-schema";
import { findTimeline, findTimelineByLink } from "../find-timeline.server";
import { TimelineJson } from "../timeline-schema";

export const { loader, action } = api({
  GET: method({
    summary: "An order's status, by the link code in `code` or for the signed-in patient",
    allow: "anyone",
    sessions: ["no session", "patient"],
    input: LinkCode.partial(),
    output: TimelineJson,
    run: async ({ app, who, input }) => {
      if (input.code) return findTimelineByLink(app, input.code);
      if (who.kind === "anonymous") throw new Refusal("signed-out", "Please sign in.");
      if (!isProvenPatient(who)) {
        throw new Refusal("forbidden", "Only the patient can do this.");
      }
      return findTimeline(app, who.orderId);
    },
  }),
});
