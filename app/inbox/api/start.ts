import * as z from "zod";
import { supervisors } from "~/core/who";
import { api, method } from "~/http/api.server";
import { StartThread } from "../inbox-schema";
import { listPatientFacts } from "../threads/patient-facts.server";
import { startThread } from "../threads/start-thread.server";
import { threadView } from "../threads/thread";
import { ThreadJson } from "../threads/thread-json";

export const { loader, action } = api({
  POST: method({
    summary: "Start a conversation with a mobile number and an optional first message",
    allow: supervisors,
    input: StartThread,
    output: z.object({ ok: z.literal(true), thread: ThreadJson }),
    async run({ app, who, input }) {
      const thread = await startThread(app, who, input);
      const facts = await listPatientFacts(app.reads, [thread.id]);
      return { ok: true as const, thread: threadView(thread, facts.get(thread.id)) };
    },
  }),
});
