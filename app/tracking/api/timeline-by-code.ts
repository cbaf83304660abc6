import { api, method } from "~/http/api.server";
import { LinkCode } from "~/orders/schema";
import { TimelineJson } from "~/tracking/schema";
import { findTimelineByLink } from "~/tracking/timeline.server";

export const { loader, action } = api({
  GET: method({
    summary: "An order's status by link code",
    allow: "anyone",
    input: LinkCode,
    output: TimelineJson,
    run: ({ app, input }) => findTimelineByLink(app, input.code),
  }),
});
