import * as z from "zod";
import { supervisors } from "~/core/who";
import { api, method } from "~/http/api.server";
import { Ok, ok } from "~/http/done";
import { ThreadId, WriteNotes } from "../inbox-schema";
import { writeNotes } from "../threads/change-thread.server";
import { findThread } from "../threads/list-threads.server";

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
    run: ({ app, who, input }) => ok(writeNotes(app, who, input)),
  }),
});
