import { inEnglish } from "~/core/language/language-scope.server";
import { formatFull } from "~/core/time";
import { statusWord } from "~/core/visit-status";
import type { WebhookEvent } from "~/webhooks/webhook-events";

/** Visit events that are written as notes, with their wording. */
export const noteEvents = {
  "visit.submitted": "booked",
  "visit.confirmed": "confirmed",
  "visit.moved": "moved",
  "visit.cancelled": "canceled",
  "visit.completed": "completed",
  "visit.no_show": "missed",
} as const satisfies Partial<Record<WebhookEvent, string>>;

export type NoteEvent = keyof typeof noteEvents;

export interface NotedTime {
  /** Milliseconds UTC. */
  start: number;
  therapist: string;
  /** IANA zone of the therapist. */
  zone: string;
}

interface NotedVisit extends NotedTime {
  visitId: number;
  status: string;
  /** Before a move. */
  previous: NotedTime | null;
}

const timeOf = ({ start, zone, therapist }: NotedTime) => `${formatFull(start, zone)} with ${therapist}`;

/** The text that identifies a note. */
export const markOf = (messageId: string) => `Firstnight ${messageId}`;

/** A visit's time, status and therapist, and nothing else about the patient. */
export function noteOf(
  type: NoteEvent,
  visit: NotedVisit,
  messageId: string,
): { subject: string; text: string } {
  return inEnglish(() => {
    const subject = `Setup visit ${noteEvents[type]}`;
    const before = visit.previous ? ` Before: ${timeOf(visit.previous)}.` : "";
    return {
      subject,
      text: `${subject}: ${timeOf(visit)}.${before} Status: ${statusWord(visit.status)}. Visit ${visit.visitId}, ${markOf(messageId)}`,
    };
  });
}
