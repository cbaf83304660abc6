import type { Row } from "~/db/tables";

/** The content of an exported conversation, except for its messages. Times are in milliseconds UTC. */
export interface Transcript {
  title: string;
  phone: string;
  facts: [name: string, value: string][];
  zone: string;
  notes: string | null;
  exportedBy: string;
  exportedAt: number;
  range: string | null;
  /** Printed instead of messages. */
  entries?: { head: string; text: string }[];
}

export type PrintedMessage = Pick<
  Row<"messages">,
  "direction" | "body" | "status" | "error" | "created_at" | "released_at" | "media_count"
>;

export type ExportProgress =
  | { step: "waiting" | "layout" }
  | { step: "reading"; messages: number }
  | { step: "writing"; percent: number };

const formatters = new Map<string, Intl.DateTimeFormat>();

export function stamp(at: number, zone: string): string {
  let formatter = formatters.get(zone);
  if (!formatter) {
    formatter = new Intl.DateTimeFormat("en-US", { dateStyle: "medium", timeStyle: "short", timeZone: zone });
    formatters.set(zone, formatter);
  }
  return formatter.format(at).replace(/[\u202f\u00a0]/g, " ");
}

export function marksOf(message: PrintedMessage, zone: string): string {
  const { direction, status, error, released_at: released, media_count: media } = message;
  const marks: string[] = [];
  if (media > 0) marks.push(`[${media} ${media === 1 ? "attachment" : "attachments"}, not downloaded]`);
  if (direction === "out") {
    if (released) marks.push(`[held pending consent — released ${stamp(released, zone)}]`);
    if (status === "held") marks.push("[held pending consent]");
    if (status === "failed") marks.push(`[not delivered${error ? `: ${error}` : ""}]`);
    if (status === "dropped") marks.push(`[not sent${error ? `: ${error}` : ""}]`);
  }
  return marks.join(" ");
}
