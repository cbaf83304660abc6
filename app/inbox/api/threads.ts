import { createHash } from "node:crypto";
import * as z from "zod";
import { supervisors } from "~/core/who";
import { api, method } from "~/http/api.server";
import { notModified } from "~/http/response/etag.server";
import { linkNext } from "~/http/response/link-next-page.server";
import { ListThreads } from "../inbox-schema";
import { findNewestVersion } from "../thread-changes.server";
import { listThreads } from "../threads/list-threads.server";
import { listPatientFacts } from "../threads/patient-facts.server";
import { threadView } from "../threads/thread";
import { ThreadJson } from "../threads/thread-json";

const digestOf = (views: unknown) =>
  createHash("sha256").update(JSON.stringify(views)).digest("base64url").slice(0, 22);

export const { loader, action } = api({
  GET: method({
    summary: "Conversations in a folder or in search results, newest first",
    allow: supervisors,
    input: ListThreads,
    output: z.array(ThreadJson),
    async run({ app, who, input, args }) {
      const { userId } = who;
      const version = await findNewestVersion(app.reads);
      const folder = input.assigned ? "assigned" : input.folder;
      const { threads, next } = await listThreads(app.reads, { ...input, folder, userId });
      const facts = await listPatientFacts(
        app.reads,
        threads.map(({ id }) => id),
      );
      const views = threads.map((thread) => threadView(thread, facts.get(thread.id)));
      // A change to an order or a visit doesn't change the version of the conversations.
      const same = notModified(args, `${userId}.${version}.${digestOf(views)}`);
      if (same) return same;
      linkNext(args, next);
      return views;
    },
  }),
});
