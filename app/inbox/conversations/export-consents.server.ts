import { logAudit } from "~/audit/log-audit.server";
import type { App } from "~/boot/app.server";
import { formatPhone } from "~/core/phone";
import { iso } from "~/core/time";
import type { Staff } from "~/core/who";
import { howConsented } from "~/messages/consent/consent-source";
import { type ConsentEntry, listConsents } from "~/messages/consent/consents.server";
import { findOwnConversation } from "~/messages/conversations/find-own-conversation.server";
import { consentStrings } from "../consent-strings";
import { printConversation, requirePlace } from "../pdf/print-conversation.server";
import { stamp } from "../pdf/transcript";
import { shownTitle } from "./conversation";

/** Exports the consent history of a phone number. Writes the audit entry first. */
export async function exportConsents(app: App, who: Staff, id: number, format: "csv" | "pdf") {
  const conversation = await findOwnConversation(app.reads, who, id);
  const entries = await listConsents(app.reads, conversation.phone);
  await app.db
    .transaction()
    .execute((trx) =>
      logAudit({ trx, app, who }, "consent.exported", `thread ${id}`, { format, entries: entries.length }),
    );
  return { thread: conversation, entries };
}

const whatOf = (entry: ConsentEntry) =>
  `${entry.given ? consentStrings.agreed : consentStrings.optedOut} ${howConsented(entry)}`;

export const consentColumns = [
  { key: "at", header: consentStrings.when },
  { key: "what", header: consentStrings.what },
  { key: "by", header: consentStrings.who },
  { key: "wording", header: "Wording" },
  { key: "version", header: "Wording version" },
  { key: "note", header: "Note" },
];

export const consentRow = (entry: ConsentEntry) => ({
  at: iso(entry.created_at),
  what: whatOf(entry),
  by: entry.user_name,
  wording: entry.wording,
  version: entry.wording_version,
  note: entry.note,
});

interface ConsentPrinting {
  id: number;
  zone: string;
  /** Aborts when the client leaves. */
  gone: AbortSignal;
}

/** @throws Refusal "missing", "too-many" */
export async function printConsents(app: App, who: Staff, { id, zone, gone }: ConsentPrinting) {
  requirePlace(who.userId);
  const { thread: conversation, entries } = await exportConsents(app, who, id, "pdf");
  const transcript = {
    title: shownTitle(conversation),
    phone: formatPhone(conversation.phone),
    facts: [[consentStrings.history, formatPhone(conversation.phone)]] as [string, string][],
    zone,
    notes: null,
    exportedBy: who.name,
    exportedAt: app.clock.now(),
    range: null,
    entries: entries.map((entry) => ({
      head: `[${stamp(entry.created_at, zone)}] ${whatOf(entry)}${entry.user_name ? `, ${entry.user_name}` : ""}: `,
      text: [entry.wording, entry.note].filter(Boolean).join(" · ") || "–",
    })),
  };
  return printConversation({ transcript, batches: (async function* () {})(), userId: who.userId, gone });
}
