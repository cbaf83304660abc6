import * as z from "zod";
import { supervisors } from "~/core/who";
import { api, method } from "~/http/api.server";
import { conversationView } from "../conversations/conversation";
import { ConversationJson } from "../conversations/conversation-json";
import { listPatientFacts } from "../conversations/patient-facts.server";
import { startConversation } from "../conversations/start-conversation.server";
import { StartConversation } from "../inbox-schema";

export const { loader, action } = api({
  POST: method({
    summary: "Start a conversation with a mobile number and an optional first message",
    allow: supervisors,
    input: StartConversation,
    output: z.object({ ok: z.literal(true), thread: ConversationJson }),
    async run({ app, who, input }) {
      const conversation = await startConversation(app, who, input);
      const facts = await listPatientFacts(app.reads, [conversation.id]);
      return { ok: true as const, thread: conversationView(conversation, facts.get(conversation.id)) };
    },
  }),
});
