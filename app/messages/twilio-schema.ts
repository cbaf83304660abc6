import * as z from "zod";
import type { TextMeaning } from "./opt-out/classify-text";

const field = z.string().max(500).nullish();

const optOutTypes: Record<string, TextMeaning | undefined> = { STOP: "stop", START: "yes", HELP: "help" };

export const InboundForm = z.object({
  MessageSid: z.string("MessageSid is missing.").min(1).max(100),
  From: z.string("From is missing.").min(1).max(60),
  Body: z.string().max(20_000, "This text is too long.").default(""),
  NumMedia: z.coerce.number().int().min(0).max(100).catch(0),
  // Set by Twilio's Advanced Opt-Out if the messaging service recognized a keyword.
  OptOutType: field.transform((type) => optOutTypes[type?.toUpperCase() ?? ""] ?? null),
});

export const StatusForm = z.object({
  MessageSid: z.string("MessageSid is missing.").min(1).max(100),
  MessageStatus: z.string("MessageStatus is missing.").min(1).max(40),
  ErrorCode: field,
});
