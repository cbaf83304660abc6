import { z } from "zod";
import { asStaff } from "~/core/as-staff";
import { supervisors } from "~/core/who";
import { api, method } from "~/http/api.server";
import { StartThread } from "~/messaging/inputs";
import { startThread } from "~/messaging/threads/start-thread.server";
import { threadView } from "~/messaging/threads/thread";
import { ThreadJson } from "~/messaging/threads/views";

export const { loader, action } = api({
  POST: method({
    summary: "Open a conversation with a mobile number, with a first message if there is one",
    allow: supervisors,
    input: StartThread,
    output: z.object({ ok: z.literal(true), thread: ThreadJson }),
    run: async ({ app, who, input }) => ({
      ok: true as const,
      thread: threadView(await startThread(app, asStaff(who), input)),
    }),
  }),
});
