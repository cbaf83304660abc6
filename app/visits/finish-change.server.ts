import type { AuditAction } from "~/audit/audit-sentences";
import { logAudit } from "~/audit/log-audit.server";
import type { Tx } from "~/boot/app.server";
import { recomputeStep } from "~/orders/recompute-step.server";
import type { NoticeReaders } from "./notices/notice-types";
import { notifyOfVisit } from "./notices/notify-of-visit.server";
import type { VisitNotice } from "./notices/visit-notices";
import { queueVisitEvent } from "./queue-visit-event.server";
import type { Visit } from "./visit";

interface WrittenChange {
  /** Null for a new visit. */
  before: Visit | null;
  after: Visit;
  /** The action in the audit log, like `visit.moved`. */
  action: AuditAction;
  details?: Record<string, unknown> | undefined;
  /** The recipients of the notice, if not everyone gets it. */
  readers?: NoticeReaders | undefined;
  /** Missing if no one is notified now. */
  notice?: (() => VisitNotice) | undefined;
  /** The visit as the patient was last notified of it. Missing for a new visit. */
  announced?: Visit;
}

/**
 * Does what follows every booking, change, and undo of a visit, in the transaction that wrote it: updates the order's
 * step, queues the event and the note to the order system, queues the notices, and writes the audit entry.
 */
export async function finishChange({ trx, app, who }: Tx, change: WrittenChange): Promise<void> {
  const { before, after, action, details, notice, announced, readers } = change;
  const now = app.clock.now();
  await recomputeStep(trx, after.order_id, now);
  await queueVisitEvent(trx, now, before, after);
  if (notice) {
    const known = announced && { before: announced };
    await notifyOfVisit({ trx, app, who }, { visit: after, ...known, notice, ...readers });
  }
  // A change of therapist affects two calendars.
  const therapists = before !== null &&
    before.therapist_id !== after.therapist_id && { therapists: [before.therapist_id, after.therapist_id] };
  await logAudit({ trx, app, who }, action, `visit ${after.id}`, { ...details, ...therapists });
}
