import { z } from "zod";
import type { Keyword } from "~/messages/keywords";

const field = z.string().max(500).nullish();

const optOutTypes: Record<string, Keyword | undefined> = { STOP: "stop", START: "yes", HELP: "help" };

/** What Twilio posts for a text that came in; it may post more, now or later. */
export const InboundForm = z.object({
  MessageSid: z.string("MessageSid is missing.").min(1).max(100),
  From: z.string("From is missing.").min(1).max(60),
  Body: z.string().max(20_000, "This text is too long.").default(""),
  NumMedia: z.coerce.number().int().min(0).max(100).catch(0),
  // Of Advanced Opt-Out: what the words of the messaging service made of the text.
  OptOutType: field.transform((type) => optOutTypes[type?.toUpperCase() ?? ""] ?? null),
});

/** What Twilio posts when a text of ours has come further. */
export const StatusForm = z.object({
  MessageSid: z.string("MessageSid is missing.").min(1).max(100),
  MessageStatus: z.string("MessageStatus is missing.").min(1).max(40),
  ErrorCode: field,
});
