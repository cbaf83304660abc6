import type { MessageStatus } from "~/db/tables";

/** What stands around the messages of an exported conversation. Instants are milliseconds UTC. */
export interface Transcript {
  /** Who it is with, and the number as people write it. */
  title: string;
  phone: string;
  /** "Mobile", "ID/MRN" and "DB" with their values. */
  facts: [name: string, value: string][];
  /** IANA name of the clock that all times are on. */
  zone: string;
  /** Null where the notes were not asked for. */
  notes: string | null;
  exportedBy: string;
  exportedAt: number;
  /** The days asked for, in words; null for all of it. */
  range: string | null;
}

/** One message as it is printed. */
export interface PrintedMessage {
  direction: "in" | "out";
  body: string;
  status: MessageStatus;
  error: string | null;
  created_at: number;
  released_at: number | null;
  media_count: number;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** "May 12, 2026, 9:00 AM" on the clock of a zone. */
export function stamp(at: number, zone: string): string {
  let formatter = formatters.get(zone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short", timeZone: zone });
    formatters.set(zone, formatter);
  }
  return formatter.format(at).replace(/[\u202f\u00a0]/g, " ");
}

/** What is said of a message besides its text: that it was held, came with files, or never arrived. */
export function marksOf(message: PrintedMessage, zone: string): string {
  const { direction, status, error, released_at: released, media_count: media } = message;
  const marks: string[] = [];
  if (media > 0) marks.push(`[${media} ${media === 1 ? "attachment" : "attachments"}, not opened]`);
  if (direction === "out") {
    if (released) marks.push(`[held pending consent — released ${stamp(released, zone)}]`);
    if (status === "held") marks.push("[held pending consent]");
    if (status === "failed") marks.push(`[not delivered${error ? `: ${error}` : ""}]`);
    if (status === "dropped") marks.push(`[not sent${error ? `: ${error}` : ""}]`);
  }
  return marks.join(" ");
}
