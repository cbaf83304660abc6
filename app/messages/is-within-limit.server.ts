import type { App } from "~/boot/app.server";
import type { Db } from "~/db/open.server";
import { type MessageKind, rulesOf } from "./message-kinds";

/**
 * Whether another text of this kind may go to a number. Limits stop two automated systems from texting each other
 * forever.
 */
export async function isWithinLimit(
  db: Db,
  { clock }: Pick<App, "clock">,
  phone: string,
  kind: MessageKind,
): Promise<boolean> {
  const { limit } = rulesOf(kind);
  if (!limit) return true;
  const recent = await db
    .selectFrom("outbox")
    .select("id")
    .where("recipient", "=", phone)
    .where("kind", "=", kind)
    .where("created_at", ">", clock.now() - limit.within)
    .limit(limit.most)
    .execute();
  return recent.length < limit.most;
}
