import * as z from "zod";
import { supervisors } from "~/core/who";
import { api, method } from "~/http/api.server";
import { Tag, ThreadId } from "../inbox-schema";
import { addTag, removeTag } from "../threads/change-thread.server";
import { findThread } from "../threads/list-threads.server";

const Tags = z.object({ tags: z.array(z.string()) });
const Changed = Tags.extend({ ok: z.literal(true) });

export const { loader, action } = api({
  GET: method({
    summary: "The tags on a conversation",
    allow: supervisors,
    input: ThreadId,
    output: Tags,
    async run({ app, input }) {
      const { tags } = await findThread(app.reads, input.id);
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
