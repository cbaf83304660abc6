import { z } from "zod";
import { asStaff } from "~/core/as-staff";
import { supervisors } from "~/core/who";
import { unchanged } from "~/http/answer/etag.server";
import { linkNext } from "~/http/answer/next-page.server";
import { api, method } from "~/http/api.server";
import { lastChange } from "~/messaging/conversation/messages.server";
import { ListThreads } from "~/messaging/inputs";
import { threadView } from "~/messaging/threads/thread";
import { listThreads } from "~/messaging/threads/threads.server";
import { ThreadJson } from "~/messaging/threads/views";

export const { loader, action } = api({
  GET: method({
    summary: "Conversations of a folder or a search, the newest first",
    allow: supervisors,
    input: ListThreads,
    output: z.array(ThreadJson),
    async run({ app, who, input, args }) {
      const { userId } = asStaff(who);
      const same = unchanged(args, `${userId}.${await lastChange(app.reads)}`);
      if (same) return same;
      const folder = input.assigned ? "assigned" : input.folder;
      const { threads, next } = await listThreads(app.reads, { ...input, folder, userId });
      linkNext(args, next);
      return threads.map(threadView);
    },
  }),
});
