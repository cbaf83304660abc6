import * as z from "zod";
import { supervisors } from "~/core/who";
import { api, method } from "~/http/api.server";
import { sendMessage } from "../conversations/send-message.server";
import { SendMessage } from "../inbox-schema";

export const { loader, action } = api({
  POST: method({
    summary: "Send a text in a conversation. Without consent, it waits until the patient replies YES",
    allow: supervisors,
    input: SendMessage,
    output: z.object({ ok: z.literal(true), id: z.number().int() }),
    run: async ({ app, who, input }) => ({
      ok: true as const,
      id: await sendMessage(app, who, input),
    }),
  }),
});
