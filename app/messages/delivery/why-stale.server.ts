import { isActive } from "~/core/visit-status";
import type { Db } from "~/db/open.server";
import type { Row } from "~/db/tables";
import { messageStrings } from "../strings";

type About = Pick<Row<"outbox">, "kind" | "visit_id" | "visit_start" | "automated">;

const afterwards = new Set(["visit-cancelled", "visit-completed"]);

/**
 * Why a message about a visit is no longer true, as text for staff; null where it is true.
 *
 * @param now milliseconds UTC
 */
export async function whyStale(db: Db, about: About, now: number): Promise<string | null> {
  if (about.visit_id === null || about.visit_start === null || !about.automated) return null;
  const visit = await db
    .selectFrom("visits")
    .select(["status", "start_at"])
    .where("id", "=", about.visit_id)
    .executeTakeFirst();
  if (!visit) return messageStrings.visitGone;
  if (about.kind === "visit-completed") return null;
  if (about.visit_start <= now) return messageStrings.visitPassed;
  if (afterwards.has(about.kind)) return null;
  if (!isActive(visit.status)) return messageStrings.visitCancelled;
  if (visit.start_at !== about.visit_start) return messageStrings.visitMoved;
  return null;
}
