import * as z from "zod";
import { roles } from "~/core/who";
import { api, method } from "~/http/api.server";
import { consentView, listConsents } from "~/messages/consent/consents.server";
import { findOwnThread, recordConsent } from "~/messages/consent/record-consent.server";
import { RecordConsent, ThreadId } from "../inputs";

const Entry = z.object({
  at: z.iso.datetime(),
  granted: z.boolean(),
  source: z.string(),
  wording: z.string().nullable(),
  by: z.string().nullable(),
});

export const { loader, action } = api({
  GET: method({
    summary: "The consent history of a conversation's number, newest first",
    allow: roles,
    input: ThreadId,
    output: z.array(Entry),
    async run({ app, who, input }) {
      const { phone } = await findOwnThread(app.reads, who, input.id);
      return (await listConsents(app.reads, phone)).map(consentView);
    },
  }),
  POST: method({
    summary: "Record consent or an opt-out that a patient gave by phone, email, letter or in person",
    allow: roles,
    input: RecordConsent,
    output: z.object({ sms_consent: z.boolean() }),
    run: ({ app, who, input }) => recordConsent(app, who, input),
  }),
});
