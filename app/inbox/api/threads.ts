import * as z from "zod";
import { supervisors } from "~/core/who";
import { api, method } from "~/http/api.server";
import { notModified } from "~/http/response/etag.server";
import { linkNext } from "~/http/response/link-next-page.server";
import { ListThreads } from "../inbox-schema";
import { findNewestVersion } from "../thread-changes.server";
import { listThreads } from "../threads/list-threads.server";
import { threadView } from "../threads/thread";
import { ThreadJson } from "../threads/thread-json";

export const { loader, action } = api({
  GET: method({
    summary: "Conversations in a folder or in search results, newest first",
    allow: supervisors,
    input: ListThreads,
    output: z.array(ThreadJson),
    async run({ app, who, input, args }) {
      const { userId } = who;
      const same = notModified(args, `${userId}.${await findNewestVersion(app.reads)}`);
      if (same) return same;
      const folder = input.assigned ? "assigned" : input.folder;
      const { threads, next } = await listThreads(app.reads, { ...input, folder, userId });
      linkNext(args, next);
      return threads.map(threadView);
    },
  }),
});
