import { z } from "zod";
import { supervisors } from "~/core/who";
import { api, method } from "~/http/api.server";
import { ThreadId, WriteNotes } from "../inputs";
import { findThread } from "../threads/list-threads.server";
import { Ok } from "../threads/views";
import { writeNotes } from "../threads/write-notes.server";

export const { loader, action } = api({
  GET: method({
    summary: "The shared notes of a conversation",
    allow: supervisors,
    input: ThreadId,
    output: z.object({ notes: z.string() }),
    async run({ app, input }) {
      const { notes } = await findThread(app.reads, input.id);
      return { notes };
    },
  }),
  PUT: method({
    summary: "Save the shared notes",
    allow: supervisors,
    input: WriteNotes,
    output: Ok,
    async run({ app, who, input }) {
      await writeNotes(app, who, input);
      return { ok: true as const };
    },
  }),
});
