import * as z from "zod";
import { supervisors } from "~/core/who";
import { api, method } from "~/http/api.server";
import { Ok, ok } from "~/http/done";
import { writeNotes } from "../conversations/change-conversation.server";
import { findConversation } from "../conversations/list-conversations.server";
import { ConversationId, WriteNotes } from "../inbox-schema";

export const { loader, action } = api({
  GET: method({
    summary: "The shared notes of a conversation",
    allow: supervisors,
    input: ConversationId,
    output: z.object({ notes: z.string() }),
    async run({ app, input }) {
      const { notes } = await findConversation(app.reads, input.id);
      return { notes };
    },
  }),
  PUT: method({
    summary: "Save the shared notes",
    allow: supervisors,
    input: WriteNotes,
    output: Ok,
    run: ({ app, who, input }) => ok(writeNotes(app, who, input)),
  }),
});
