import type { Notice } from "~/messages/enqueue.server";
import type { Visit } from "../visit";
import type { VisitNotice } from "./visit-notices";

export interface VisitChange {
  visit: Visit;
  before?: Visit;
  /** Called in the language of each recipient. */
  notice(): VisitNotice;
  dedupeKey?: string;
  /** Set if quiet hours would delay a text for too long. */
  emailOnly?: boolean;
}

type Content = "channel" | "recipient" | "helper" | "subject" | "body" | "shown" | "kind" | "language";

export interface Message extends Pick<Notice, Content> {
  forHelper?: boolean;
  guest?: { name: string; description: string; alarms: boolean };
}
