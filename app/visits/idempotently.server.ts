import { createHash } from "node:crypto";
import { invalidField } from "~/core/refusal";
import { day } from "~/core/time";
import type { Db } from "~/db/open.server";

const keyLifetime = 2 * day;

/** Runs a change once per key and saves its result. @throws Refusal "invalid" if a key is reused with another body */
export async function idempotently<Answer>(
  trx: Db,
  now: number,
  { scope, key, body }: { scope: string; key: string | undefined; body: unknown },
  run: () => Promise<Answer>,
): Promise<Answer> {
  if (!key) return run();
  const request_hash = createHash("sha256").update(JSON.stringify(body)).digest("hex");
  const saved = await trx
    .selectFrom("idempotency_keys")
    .select(["request_hash", "answer"])
    .where("scope", "=", scope)
    .where("key", "=", key)
    .executeTakeFirst();
  if (saved) {
    if (saved.request_hash === request_hash) return JSON.parse(saved.answer) as Answer;
    throw invalidField(
      "idempotency_key",
      "You already submitted this form with a different choice. Please reload the page and choose again.",
    );
  }
  const answer = await run();
  await trx
    .deleteFrom("idempotency_keys")
    .where("created_at", "<", now - keyLifetime)
    .execute();
  await trx
    .insertInto("idempotency_keys")
    .values({ scope, key, request_hash, answer: JSON.stringify(answer), created_at: now })
    .execute();
  return answer;
}
