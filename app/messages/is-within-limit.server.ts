import type { AppTx } from "~/boot/app.server";
import { type MessageKind, rulesOf } from "./message-kinds";

/**
 * Whether another text of this kind may go to a number. Limits stop two automated systems from texting each other
 * forever.
 */
export async function isWithinLimit({ trx, app }: AppTx, phone: string, kind: MessageKind): Promise<boolean> {
  const { limit } = rulesOf(kind);
  if (!limit) return true;
  const recent = await trx
    .selectFrom("outbox")
    .select("id")
    .where("recipient", "=", phone)
    .where("kind", "=", kind)
    .where("created_at", ">", app.clock.now() - limit.within)
    .limit(limit.most)
    .execute();
  return recent.length < limit.most;
}
