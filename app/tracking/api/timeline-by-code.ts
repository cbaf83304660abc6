import { api, method } from "~/http/api.server";
import { LinkCode } from "~/orders/order-schema";
import { findTimelineByLink } from "~/tracking/find-timeline.server";
import { TimelineJson } from "~/tracking/timeline-schema";

export const { loader, action } = api({
  GET: method({
    summary: "An order's status by link code",
    allow: "anyone",
    input: LinkCode,
    output: TimelineJson,
    run: ({ app, input }) => findTimelineByLink(app, input.code),
  }),
});
