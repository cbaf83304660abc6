import { sql } from "kysely";
import RateLimiterRes from "rate-limiter-flexible/lib/RateLimiterRes.js";
import RateLimiterStoreAbstract from "rate-limiter-flexible/lib/RateLimiterStoreAbstract.js";
import { counted } from "~/core/language/strings";
import { Refusal } from "~/core/refusal";
import { strings } from "~/core/strings";
import { type Clock, minute, second } from "~/core/time";
import type { Db } from "~/db/open.server";

export interface Limit {
  name: string;
  points: number;
  seconds: number;
  lockSeconds?: number;
}

interface LimitContext {
  db: Db;
  clock: Clock;
}

interface Counter {
  points: number;
  expires_at: number | null;
}

class SqliteLimiter extends RateLimiterStoreAbstract {
  readonly #db: Db;
  readonly #clock: Clock;

  constructor({ db, clock }: LimitContext, limit: Limit) {
    super({ storeClient: db, keyPrefix: limit.name, points: limit.points, duration: limit.seconds });
    this.#db = db;
    this.#clock = clock;
  }

  async _get(key: string): Promise<Counter | null> {
    const counter = await this.#db
      .selectFrom("limits")
      .select(["points", "expires_at"])
      .where("key", "=", key)
      .executeTakeFirst();
    return counter && (counter.expires_at ?? Number.POSITIVE_INFINITY) > this.#clock.now() ? counter : null;
  }

  // Concurrent transactions share one commit. A statement outside a transaction needs its own.
  _upsert(key: string, points: number, duration: number, restart: boolean): Promise<Counter> {
    const count = (db: Db) => this.#count(db, { key, points, duration, restart });
    return this.#db.isTransaction ? count(this.#db) : this.#db.transaction().execute(count);
  }

  async #count(
    db: Db,
    { key, points, duration, restart }: { key: string; points: number; duration: number; restart: boolean },
  ): Promise<Counter> {
    const now = this.#clock.now();
    const over = sql<boolean>`(${restart ? 1 : 0} or limits.expires_at <= ${now})`;
    return db
      .insertInto("limits")
      .values({ key, points: Math.max(0, points), expires_at: duration > 0 ? now + duration : null })
      .onConflict((conflict) =>
        conflict.column("key").doUpdateSet({
          points: sql`case when ${over} then excluded.points else max(0, limits.points + ${points}) end`,
          expires_at: sql`case when ${over} then excluded.expires_at else limits.expires_at end`,
        }),
      )
      .returning(["points", "expires_at"])
      .executeTakeFirstOrThrow();
  }

  async _delete(key: string): Promise<boolean> {
    const { numDeletedRows } = await this.#db
      .deleteFrom("limits")
      .where("key", "=", key)
      .executeTakeFirstOrThrow();
    return numDeletedRows > 0n;
  }

  _getRateLimiterRes(_key: string, changed: number, { points, expires_at }: Counter): RateLimiterRes {
    return new RateLimiterRes(
      Math.max(0, this.points - points),
      expires_at === null ? -1 : Math.max(0, expires_at - this.#clock.now()),
      points,
      points === changed,
    );
  }
}

export function limiterOf(context: LimitContext, limit: Limit): RateLimiterStoreAbstract {
  return new SqliteLimiter(context, limit);
}

export function tooMany(milliseconds: number): Refusal {
  const minutes = Math.max(1, Math.ceil(milliseconds / minute));
  return new Refusal("too-many", counted(strings.tooMany, minutes), {
    retryAfter: Math.max(1, Math.ceil(milliseconds / second)),
  });
}

/** Counts an attempt before it is made, so that parallel attempts can't exceed the limit. @throws Refusal "too-many" */
export async function spend(context: LimitContext, limit: Limit, key: string): Promise<void> {
  const limiter = limiterOf(context, limit);
  try {
    const { remainingPoints, msBeforeNext } = await limiter.consume(key);
    // The lock starts with the last allowed attempt, not with the next one.
    if (remainingPoints === 0 && limit.lockSeconds && limit.lockSeconds * second > msBeforeNext) {
      await limiter.set(key, limit.points, limit.lockSeconds);
    }
  } catch (over) {
    if (over instanceof RateLimiterRes) throw tooMany(over.msBeforeNext);
    throw over;
  }
}

export async function refund(context: LimitContext, limit: Limit, key: string): Promise<void> {
  await limiterOf(context, limit).reward(key);
}

export async function clearLimit(context: LimitContext, limit: Limit, key: string): Promise<void> {
  await limiterOf(context, limit).delete(key);
}

export async function spent(context: LimitContext, limit: Limit, key: string): Promise<number> {
  return (await limiterOf(context, limit).get(key))?.consumedPoints ?? 0;
}
