import { createHash } from "node:crypto";
import { Refusal } from "~/core/refusal";
import { day } from "~/core/time";
import type { Db } from "~/db/open.server";

// Long enough for a phone that comes back the next morning.
const keptFor = 2 * day;

/**
 * Runs a change once per key: a repeated request gets the first one's answer, and the answer is kept in
 * the transaction of the change itself. Nothing is kept of a request that was refused.
 *
 * @param scope whose key it is: two people may use the same one
 * @throws Refusal "invalid" where the key comes with another body
 */
export async function idempotently<Answer>(
  trx: Db,
  now: number,
  request: { scope: string; key: string | undefined; body: unknown },
  run: () => Promise<Answer>,
): Promise<Answer> {
  const { scope, key } = request;
  if (!key) return run();
  const hash = createHash("sha256").update(JSON.stringify(request.body)).digest("hex");
  const kept = await trx
    .selectFrom("idempotency_keys")
    .select(["request_hash", "answer"])
    .where("scope", "=", scope)
    .where("key", "=", key)
    .executeTakeFirst();
  if (kept) {
    if (kept.request_hash === hash) return JSON.parse(kept.answer) as Answer;
    const sentence =
      "This form was already sent with another choice. Please reload the page and choose again.";
    throw new Refusal("invalid", sentence, { fields: { idempotency_key: [sentence] } });
  }
  const answer = await run();
  await trx
    .deleteFrom("idempotency_keys")
    .where("created_at", "<", now - keptFor)
    .execute();
  await trx
    .insertInto("idempotency_keys")
    .values({ scope, key, request_hash: hash, answer: JSON.stringify(answer), created_at: now })
    .execute();
  return answer;
}
