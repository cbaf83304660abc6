import { createHash } from "node:crypto";
import * as z from "zod";
import { supervisors } from "~/core/who";
import { api, method } from "~/http/api.server";
import { notModified } from "~/http/response/etag.server";
import { linkNext } from "~/http/response/link-next-page.server";
import { findNewestVersion } from "../conversation-changes.server";
import { conversationView } from "../conversations/conversation";
import { ConversationJson } from "../conversations/conversation-json";
import { listConversations } from "../conversations/list-conversations.server";
import { listPatientFacts } from "../conversations/patient-facts.server";
import { ListConversations } from "../inbox-schema";

const digestOf = (views: unknown) =>
  createHash("sha256").update(JSON.stringify(views)).digest("base64url").slice(0, 22);

export const { loader, action } = api({
  GET: method({
    summary: "Conversations in a folder or in search results, newest first; unanswered ones, oldest first",
    allow: supervisors,
    input: ListConversations,
    output: z.array(ConversationJson),
    async run({ app, who, input, args }) {
      const { userId } = who;
      const version = await findNewestVersion(app.reads);
      const folder = input.assigned ? "assigned" : input.folder;
      const { threads: conversations, next } = await listConversations(app.reads, {
        ...input,
        folder,
        userId,
      });
      const facts = await listPatientFacts(
        app.reads,
        conversations.map(({ id }) => id),
      );
      const views = conversations.map((conversation) =>
        conversationView(conversation, facts.get(conversation.id)),
      );
      // A change to an order or a visit doesn't change the version of the conversations.
      const same = notModified(args, `${userId}.${version}.${digestOf(views)}`);
      if (same) return same;
      linkNext(args, next);
      return views;
    },
  }),
});
