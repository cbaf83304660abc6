import * as z from "zod";
import { supervisors } from "~/core/who";
import { api, method } from "~/http/api.server";
import { addTag, removeTag } from "../conversations/change-conversation.server";
import { findConversation } from "../conversations/list-conversations.server";
import { ConversationId, Tag } from "../inbox-schema";

const Tags = z.object({ tags: z.array(z.string()) });
const Changed = Tags.extend({ ok: z.literal(true) });

export const { loader, action } = api({
  GET: method({
    summary: "The tags on a conversation",
    allow: supervisors,
    input: ConversationId,
    output: Tags,
    async run({ app, input }) {
      const { tags } = await findConversation(app.reads, input.id);
      return { tags };
    },
  }),
  POST: method({
    summary: "Add a tag",
    allow: supervisors,
    input: Tag,
    output: Changed,
    run: async ({ app, who, input }) => ({ ok: true as const, tags: await addTag(app, who, input) }),
  }),
  DELETE: method({
    summary: "Remove a tag",
    allow: supervisors,
    input: Tag,
    output: Changed,
    run: async ({ app, who, input }) => ({ ok: true as const, tags: await removeTag(app, who, input) }),
  }),
});
