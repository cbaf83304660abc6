import * as z from "zod";
import { api, method } from "~/http/api.server";
import { simulatePatientReply } from "~/inbox/conversations/simulate-patient-reply.server";
import { ReplyAsPatient } from "../outbox-schema";

export const { loader, action } = api({
  POST: method({
    summary: "Send a reply as the patient (only while no SMS provider is set up)",
    allow: ["admin"],
    input: ReplyAsPatient,
    output: z.object({ ok: z.literal(true), thread_id: z.number().int() }),
    async run({ app, who, input }) {
      const { conversationId } = await simulatePatientReply(app, who, input);
      return { ok: true as const, thread_id: conversationId };
    },
  }),
});
