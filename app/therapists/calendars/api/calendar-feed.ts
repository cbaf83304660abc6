import * as z from "zod";
import { text } from "~/core/fields";
import { withoutSurroundings } from "~/core/link-code";
import { Refusal } from "~/core/refusal";
import { api, method } from "~/http/api.server";
import { notModified } from "~/http/response/etag.server";
import { findFeed } from "../feed-contents.server";
import { calendarFeed, feedTag } from "./feed-to-icalendar.server";

export const { loader, action } = api({
  GET: method({
    summary: "A therapist's calendar feed, `{token}.ics`, from 30 days ago to 180 days ahead",
    allow: "anyone",
    input: z.object({ file: text(200) }),
    output: z.string(),
    type: "text/calendar",
    async run({ app, input, args }) {
      const token = input.file.includes(".ics") && withoutSurroundings(input.file);
      const feed = token && (await findFeed(app.reads, token, app.clock.now()));
      if (!feed) throw new Refusal("missing", "Calendar not found.");
      const known = notModified(args, feedTag(feed));
      if (known) return known;
      return new Response(await calendarFeed(feed, app.config.publicUrl), {
        headers: {
          "Content-Type": "text/calendar; charset=utf-8",
          "Content-Disposition": 'inline; filename="firstnight.ics"',
          "Cache-Control": "private, no-store",
        },
      });
    },
  }),
});
