import * as z from "zod";
import { languageCodes } from "~/core/language/languages";
import { WishJson } from "~/offers/offer-schema";
import { starColors } from "./conversation";

const instant = z.iso.datetime();

export const ConversationJson = z.object({
  id: z.number().int(),
  patient_id: z.number().int().nullable(),
  patient_name: z.string().nullable(),
  phone: z.string(),
  brightree_db: z.string().nullable(),
  sms_consent: z.boolean(),
  consented_at: instant.nullable(),
  last_body: z.string().nullable(),
  last_dir: z.enum(["in", "out"]).nullable(),
  last_msg_at: instant.nullable(),
  star_color: z.enum(starColors).nullable(),
  assignee_user_id: z.number().int().nullable(),
  assignee_name: z.string().nullable(),
  tags: z.array(z.string()),
  notes: z.string(),
  language: z.enum(languageCodes),
  interpreter: z.string().nullable(),
  /** The IANA zone for times in the patient's messages; null if the number has no order or its zone is unknown. */
  patient_zone: z.string().nullable(),
  /** Whether the patient confirmed the upcoming visit in a reply to a reminder; null without one. */
  patient_confirmed: z.boolean().nullable(),
  /** Null without an upcoming visit, or if the company offers no earlier times. */
  earlier: WishJson.nullable(),
  created_at: instant,
  /** Pauses automated texts until staff decide. */
  hold: z.enum(["possible_opt_out", "wrong_number"]).nullable(),
});

export const MessageJson = z.object({
  id: z.number().int(),
  thread_id: z.number().int(),
  direction: z.enum(["in", "out"]),
  body: z.string(),
  status: z.enum(["queued", "sent", "delivered", "failed", "dropped", "received"]),
  held: z.boolean(),
  error: z.string().nullable(),
  created_at: instant,
  released_at: instant.nullable(),
  media_count: z.number().int(),
  author_user_id: z.number().int().nullable(),
  author_name: z.string().nullable(),
});
