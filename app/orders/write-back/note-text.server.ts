import { inEnglish } from "~/core/language/language-scope.server";
import { formatFull } from "~/core/time";
import { statusWord } from "~/core/visit-status";
import type { WebhookEvent } from "~/webhooks/webhook-events";

/** The visit events that are written as notes, with the word that each note uses. */
const noteEvents = {
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
  previous: NotedTime | null;
}

const timeOf = ({ start, zone, therapist }: NotedTime) => `${formatFull(start, zone)} with ${therapist}`;

/** The part of a note's text that Firstnight uses to find the note again. */
export const markOf = (messageId: string) => `Firstnight ${messageId}`;

/** A note has the visit's time, status, and therapist, and nothing about the patient. */
export function noteOf(type: NoteEvent, visit: NotedVisit, messageId: string) {
  return inEnglish(() => {
    const subject = `Setup visit ${noteEvents[type]}`;
    const before = visit.previous ? ` Before: ${timeOf(visit.previous)}.` : "";
    return {
      subject,
      text: `${subject}: ${timeOf(visit)}.${before} Status: ${statusWord(visit.status)}. Visit ${visit.visitId}, ${markOf(messageId)}`,
    };
  });
}

/** The note of a day in the plan of the first 90 nights. It says nothing about how the nights were. */
export function noteOfDay(day: number, messageId: string) {
  const subject = `First 90 nights: day ${day}`;
  return { subject, text: `${subject}. ${markOf(messageId)}` };
}
