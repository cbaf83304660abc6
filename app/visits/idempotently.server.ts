import { createHash } from "node:crypto";
import { invalidField } from "~/core/refusal";
import { day } from "~/core/time";
import type { Db } from "~/db/open.server";

const keyLifetime = 2 * day;

/**
 * Runs a change once for each key of an owner, and stores its result. A key with a different body is refused.
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
  const saved = await trx
    .selectFrom("idempotency_keys")
    .select(["request_hash", "answer"])
    .where("scope", "=", scope)
    .where("key", "=", key)
    .executeTakeFirst();
  if (saved) {
    if (saved.request_hash === hash) return JSON.parse(saved.answer) as Answer;
    throw invalidField(
      "idempotency_key",
      "This form was already sent with another choice. Please reload the page and choose again.",
    );
  }
  const answer = await run();
  await trx
    .deleteFrom("idempotency_keys")
    .where("created_at", "<", now - keyLifetime)
    .execute();
  await trx
    .insertInto("idempotency_keys")
    .values({ scope, key, request_hash: hash, answer: JSON.stringify(answer), created_at: now })
    .execute();
  return answer;
}
