import * as z from "zod";
import { iso } from "~/core/time";
import { roles } from "~/core/who";
import { api, method } from "~/http/api.server";
import { listConsents } from "~/messages/consent/consents.server";
import { recordConsent } from "~/messages/consent/record-consent.server";
import { findOwnConversation } from "~/messages/conversations/find-own-conversation.server";
import { ConversationId, RecordConsent } from "../inbox-schema";

const Entry = z.object({
  at: z.iso.datetime(),
  granted: z.boolean(),
  source: z.string(),
  wording: z.string().nullable(),
  by: z.string().nullable(),
});

export const { loader, action } = api({
  GET: method({
    summary: "The consent history of a conversation's phone number, newest first",
    allow: roles,
    input: ConversationId,
    output: z.array(Entry),
    async run({ app, who, input }) {
      const { phone } = await findOwnConversation(app.reads, who, input.id);
      const entries = await listConsents(app.reads, phone);
      return entries.map((entry) => ({
        at: iso(entry.created_at),
        granted: entry.given === 1,
        source: entry.channel ?? entry.source,
        wording: entry.wording ?? entry.note,
        by: entry.user_name,
      }));
    },
  }),
  POST: method({
    summary: "Record a patient's consent or opt-out by phone, email, letter, or in person",
    allow: roles,
    input: RecordConsent,
    output: z.object({ sms_consent: z.boolean() }),
    run: ({ app, who, input }) => recordConsent(app, who, input),
  }),
});
