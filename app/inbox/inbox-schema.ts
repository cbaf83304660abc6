import * as z from "zod";
import { example, filled, flag, optional, pageLimit, recordId, text } from "~/core/fields";
import { languageCodes } from "~/core/language/languages";
import { parsePhone } from "~/core/phone";
import { consentChannels } from "~/messages/consent/consent-channels";
import { filters, folders, starColors } from "./conversations/conversation";
import { readCursor } from "./conversations/conversation-cursor";
import { longestText, placeholdersIn } from "./replies/saved-reply";

const emptyAsNull = (value: unknown) => (value === "" || value === undefined ? null : value);

const cursor = optional(
  z
    .string()
    .max(40)
    .transform((typed, context) => {
      const read = readCursor(typed);
      if (!read) context.addIssue({ code: "custom", message: "Page not found." });
      return read ?? z.NEVER;
    }),
);

export const ListConversations = z.object({
  folder: optional(z.enum(folders, "Folder not found.")).transform((folder) => folder ?? "all"),
  filter: optional(z.enum(filters, "Filter not found.")),
  assigned: optional(z.literal("me", "assigned must be me.")),
  q: optional(text(100)),
  cursor,
  limit: pageLimit(500),
});

export const ConversationId = z.object({ id: recordId });

export const ListMessages = z.object({
  thread_id: recordId,
  before: optional(recordId),
  after: optional(z.coerce.number("This ID is not valid.").int().min(0)),
  limit: pageLimit(500),
});

const message = (most: number) =>
  text(most)
    .refine((body) => body.length <= longestText, "A text message can have at most 1,600 characters.")
    .superRefine((body, context) => {
      const unfilled = placeholdersIn(body).join(", ");
      if (unfilled) {
        context.addIssue({ code: "custom", message: `Not sent. Replace ${unfilled} in your message first.` });
      }
    });

/** `last_seen` is the ID of the newest message the user has seen. The text is rejected if there are newer messages. */
export const SendMessage = z.object({
  thread_id: recordId,
  body: example(
    message(256_000).refine((body) => body !== "", "Enter a message."),
    "See you on Monday.",
  ),
  last_seen: optional(z.coerce.number("This ID is not valid.").int().min(0)),
});
export type SendMessage = z.output<typeof SendMessage>;

// Toll-free and premium numbers can't receive texts.
const notMobile = /^\+1(?:8(?:00|22|33|44|55|66|77|88)|900)/;
const mobile = "Enter a 10-digit mobile number.";

export const StartConversation = z.object({
  phone: example(
    z
      .string(mobile)
      .trim()
      .max(40, mobile)
      .transform((typed, context) => {
        const phone = parsePhone(typed);
        if (!phone || notMobile.test(phone)) context.addIssue({ code: "custom", message: mobile });
        return phone ?? z.NEVER;
      }),
    "+19195550142",
  ),
  patient_id: z.preprocess(emptyAsNull, recordId.nullable()),
  brightree_db: z.preprocess(emptyAsNull, filled(60).nullable()),
  patient_name: z.preprocess(emptyAsNull, filled(120).nullable()),
  first_message: example(
    z.preprocess((value) => value ?? "", message(256_000)),
    "Hello, this is your equipment provider.",
  ),
});
export type StartConversation = z.output<typeof StartConversation>;

const sender = z.preprocess((value) => (value === "" ? null : value), recordId.nullable().optional());
export const StartForm = StartConversation.extend({
  company_id: z.preprocess(emptyAsNull, recordId.nullable()),
});

export const StarConversation = z.object({ id: recordId, color: z.enum(starColors, "Unknown color.") });

const notes = text(10_000).transform((typed) => typed.replaceAll("\r\n", "\n"));

/** `before` has the notes that the user started from. If they have changed since, the new notes are rejected. */
export const WriteNotes = z.object({ id: recordId, notes, before: notes.optional() });
export type WriteNotes = z.output<typeof WriteNotes>;

export const Tag = z.object({ id: recordId, tag: example(filled(40, "Enter a tag."), "Night shift") });
export type Tag = z.output<typeof Tag>;

export const RecordConsent = z.object({
  id: recordId,
  granted: flag,
  channel: z.enum(consentChannels, "Choose how the patient asked."),
  note: optional(text(1000)),
});

export const AssignConversation = z.object({
  id: recordId,
  user_id: recordId,
  name: z.preprocess(emptyAsNull, text(200).nullable()),
});
export type AssignConversation = z.output<typeof AssignConversation>;

export const ConversationMessage = z.object({ id: recordId, message_id: recordId });
export type ConversationMessage = z.output<typeof ConversationMessage>;

/** The parts of an inbox URL. Invalid values fall back to the defaults, so that old links keep working. */
export const ShowMessages = z.object({
  conversationId: optional(recordId),
  folder: z.enum(folders).catch("all"),
  filter: z.enum(filters).nullable().catch(null),
  q: text(100).catch(""),
  details: z.literal("1").optional().catch(undefined),
  cursor: cursor.catch(undefined),
  before: recordId.optional().catch(undefined),
  star: recordId.optional().catch(undefined),
  reply: recordId.optional().catch(undefined),
  in: z.enum(languageCodes).optional().catch(undefined),
});

/** Allows only inbox URLs, to prevent open redirects. */
const back = z
  .string()
  .max(600)
  .regex(/^\/messages(?=$|[/?])[\w/?&=%.+-]*$/)
  .optional()
  .catch(undefined);

const changed = z.object({ conversationId: recordId, back });

export const StarForm = changed.extend({ color: z.preprocess(emptyAsNull, z.enum(starColors).nullable()) });
export const DoneForm = changed.extend({
  undo: flag.default(false),
  ...ShowMessages.pick({ folder: true, filter: true, q: true }).shape,
});
export const SnoozeForm = changed.extend({
  /** An empty day ends the snooze. */
  day: z.preprocess(emptyAsNull, z.iso.date("Choose a day.").nullable()),
  ...ShowMessages.pick({ folder: true, filter: true, q: true }).shape,
});
export const NotesForm = changed.extend(WriteNotes.omit({ id: true }).shape);
export const TagForm = changed.extend({
  tag: optional(Tag.shape.tag),
  remove: optional(Tag.shape.tag),
});
export const AssignForm = changed.extend({ user_id: z.preprocess(emptyAsNull, recordId.nullable()) });
export const ConsentForm = changed.extend(RecordConsent.omit({ id: true }).shape);
export const HoldForm = changed.extend({
  decision: z.enum(["opt_out", "not_opt_out", "resolved"]),
  from: z.literal("dashboard").optional().catch(undefined),
});
export const RetryForm = changed.extend({ message_id: recordId });
/** A text, and the list it was written from. `next` opens the next unanswered conversation. */
export const SendForm = SendMessage.omit({ thread_id: true }).extend({
  conversationId: recordId,
  company_id: sender,
  next: flag.catch(false),
  ...ShowMessages.pick({ folder: true, filter: true, q: true }).shape,
});
