import type { Language } from "~/core/language/languages";
import { formatPhone, isPhoneNumber } from "~/core/phone";
import { iso, isoOrNull } from "~/core/time";
import type { Row } from "~/db/tables";
import { shownText } from "~/messages/own-words";
import type { Wish } from "~/offers/offer-schema";

export const starColors = ["yellow", "red", "blue", "green", "purple"] as const;
export type StarColor = (typeof starColors)[number];

export const folders = ["all", "patients", "starred", "assigned"] as const;
export type Folder = (typeof folders)[number];

export const filters = ["unanswered", "waiting", "snoozed"] as const;
export type Filter = (typeof filters)[number];

export interface Conversation extends Omit<Row<"threads">, "version"> {
  assignee_name: string | null;
  tags: string[];
  /** From the patient's newest order. */
  language: Language;
  /** A language or ASL; null if the patient doesn't need an interpreter. */
  interpreter: string | null;
  /** 1 if the last message is an automatic text. */
  is_last_automatic: number;
}

/** Facts from the patient's newest order and its upcoming visit, as far as they apply. */
export interface PatientFacts {
  /** The IANA zone for times in the patient's messages. */
  patient_zone: string | null;
  patient_confirmed: boolean | null;
  /** Null without a visit, or if the company offers no earlier times. */
  earlier: Wish | null;
}

const noFacts: PatientFacts = { patient_zone: null, patient_confirmed: null, earlier: null };

export function conversationView(conversation: Conversation, facts = noFacts) {
  const {
    created_at: createdAt,
    held_at: _,
    done_at: __,
    snoozed_until: ___,
    company_id: ____,
    is_last_automatic: _____,
    ...rest
  } = conversation;
  return {
    ...rest,
    ...facts,
    sms_consent: conversation.sms_consent === 1,
    consented_at: isoOrNull(conversation.consented_at),
    last_msg_at: isoOrNull(conversation.last_msg_at),
    created_at: iso(createdAt),
  };
}

/** Must match `whereUnanswered`. */
export const isUnanswered = ({
  last_dir,
  done_at,
  snoozed_until,
}: Pick<Conversation, "last_dir" | "done_at" | "snoozed_until">) =>
  last_dir === "in" && done_at === null && snoozed_until === null;

export function shownTitle(
  conversation: Pick<Conversation, "patient_name" | "patient_id" | "phone">,
): string {
  if (conversation.patient_name) return conversation.patient_name;
  return conversation.patient_id === null ? formatPhone(conversation.phone) : `ID ${conversation.patient_id}`;
}

/** The facts in a conversation's header. @param phone the formatted number */
export const factsOf = (
  conversation: Pick<Conversation, "phone" | "patient_id" | "brightree_db">,
  phone: string,
) =>
  [
    [isPhoneNumber(conversation.phone) ? "Mobile" : "Sender", phone],
    ["ID/MRN", conversation.patient_id === null ? "–" : String(conversation.patient_id)],
    ["DB", conversation.brightree_db ?? "–"],
  ] satisfies [name: string, value: string][];

export function initialsOf(conversation: Pick<Conversation, "patient_name" | "phone">): string {
  const words = conversation.patient_name?.match(/\p{L}+/gu) ?? [];
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined].map(
    (word) => word && String.fromCodePoint(word.codePointAt(0) ?? 32),
  );
  return letters.join("").toUpperCase() || conversation.phone.slice(-2);
}

/**
 * The first 70 characters of the last message. Our own start with "You:" or "Automatic:" in place of the company's name.
 * @param companies the names of all companies
 */
export function previewOf(
  {
    last_body,
    last_dir,
    is_last_automatic,
  }: Pick<Conversation, "last_body" | "last_dir" | "is_last_automatic">,
  companies: readonly string[],
): string {
  const body = last_body ?? "";
  if (last_dir !== "out") return shorten(shownText(body));
  const company = companies.find((name) => body.startsWith(`${name}: `));
  return `${is_last_automatic ? "Automatic" : "You"}: ${shorten(company ? body.slice(company.length + 2) : body)}`;
}

function shorten(text: string): string {
  const letters = Array.from(text);
  return letters.length > 70 ? `${letters.slice(0, 70).join("")}…` : text;
}
