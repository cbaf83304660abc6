import type { Notice } from "~/messages/enqueue.server";
import type { Visit } from "../visit";
import type { VisitNotice } from "./visit-notices";

export interface NoticeReaders {
  /** Set if quiet hours would delay a text for too long, or if no text may be sent. */
  emailOnly?: boolean;
  /** Set if the patient and the helper aren't told. */
  therapistOnly?: boolean;
  /** Set if the links of the patient and the helper have ended. */
  withoutLinks?: boolean;
}

export interface VisitChange extends NoticeReaders {
  visit: Visit;
  before?: Visit;
  /** Called in the language of each recipient. */
  notice(): VisitNotice;
  dedupeKey?: string;
}

type Content = "channel" | "recipient" | "helper" | "subject" | "body" | "shown" | "kind" | "language";

export interface Message extends Pick<Notice, Content> {
  forHelper?: boolean;
  guest?: { name: string; description: string; alarms: boolean; method?: "CANCEL" };
}
