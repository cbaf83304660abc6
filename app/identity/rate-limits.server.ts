import { sql } from "kysely";
import RateLimiterRes from "rate-limiter-flexible/lib/RateLimiterRes.js";
import RateLimiterStoreAbstract from "rate-limiter-flexible/lib/RateLimiterStoreAbstract.js";
import { Refusal } from "~/core/refusal";
import { type Clock, minute, second } from "~/core/time";
import type { Db } from "~/db/open.server";

/** How often something may happen. */
export interface Limit {
  /** Prefix of its keys in the table `limits`. */
  name: string;
  /** So many times … */
  points: number;
  /** … within so many seconds of the first. */
  seconds: number;
  /** Once they are used up, nothing goes for so many seconds more. */
  lockSeconds?: number;
}

interface Counting {
  db: Db;
  clock: Clock;
}

interface Counter {
  points: number;
  expires_at: number | null;
}

/** Counters in SQLite, so that they survive a restart, on the house's own clock. */
class SqliteLimiter extends RateLimiterStoreAbstract {
  readonly #db: Db;
  readonly #clock: Clock;

  constructor({ db, clock }: Counting, limit: Limit) {
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

  // A statement outside of a transaction has a commit of its own; transactions share one.
  _upsert(key: string, points: number, duration: number, anew: boolean): Promise<Counter> {
    const count = (db: Db) => this.#count(db, { key, points, duration, anew });
    return this.#db.isTransaction ? count(this.#db) : this.#db.transaction().execute(count);
  }

  async #count(
    db: Db,
    { key, points, duration, anew }: { key: string; points: number; duration: number; anew: boolean },
  ): Promise<Counter> {
    const now = this.#clock.now();
    const over = sql<boolean>`(${anew ? 1 : 0} or limits.expires_at <= ${now})`;
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

/** The limiter itself, for those who count in their own way. */
export function limiterOf(counting: Counting, limit: Limit): RateLimiterStoreAbstract {
  return new SqliteLimiter(counting, limit);
}

/** 'Too many attempts. Please wait {n} minutes and try again.' */
export function tooMany(milliseconds: number): Refusal {
  const minutes = Math.max(1, Math.ceil(milliseconds / minute));
  return new Refusal(
    "too-many",
    `Too many attempts. Please wait ${minutes} ${minutes === 1 ? "minute" : "minutes"} and try again.`,
    { retryAfter: Math.max(1, Math.ceil(milliseconds / second)) },
  );
}

/**
 * Counts an attempt before it is made, so that many at once don't slip through together.
 *
 * @throws Refusal "too-many" where the limit is used up
 */
export async function spend(counting: Counting, limit: Limit, key: string): Promise<void> {
  const limiter = limiterOf(counting, limit);
  try {
    const { remainingPoints, msBeforeNext } = await limiter.consume(key);
    // The lock runs from the last attempt that was allowed, not from the next one.
    if (remainingPoints === 0 && limit.lockSeconds && limit.lockSeconds * second > msBeforeNext) {
      await limiter.set(key, limit.points, limit.lockSeconds);
    }
  } catch (over) {
    if (over instanceof RateLimiterRes) throw tooMany(over.msBeforeNext);
    throw over;
  }
}

/** Gives an attempt back that turned out to be a right one. */
export async function refund(counting: Counting, limit: Limit, key: string): Promise<void> {
  await limiterOf(counting, limit).reward(key);
}

/** Starts counting anew. */
export async function clearLimit(counting: Counting, limit: Limit, key: string): Promise<void> {
  await limiterOf(counting, limit).delete(key);
}

/** How often it happened within the limit's time. */
export async function spent(counting: Counting, limit: Limit, key: string): Promise<number> {
  return (await limiterOf(counting, limit).get(key))?.consumedPoints ?? 0;
}
