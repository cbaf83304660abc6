import { beforeEach, expect, test } from "vitest";
import { clearLimit, type Limit, limiterOf, refund, spend, spent, tooMany } from "~/boot/rate-limits.server";
import { clientKey } from "~/core/client-key";
import { inLanguage } from "~/core/language/language-scope.server";
import { Refusal } from "~/core/refusal";
import { minute, second } from "~/core/time";
import { monday, scratchApp, scratchFolder } from "../support/scratch";

const tries: Limit = { name: "tries", points: 3, seconds: 900, lockSeconds: 900 };
const folder = scratchFolder();
const app = scratchApp({ DATA_DIR: folder });

beforeEach(() => app.db.deleteFrom("limits").execute());

const attempt = (key: string) =>
  spend(app, tries, key).then(
    () => null,
    (error: unknown) => error as Refusal,
  );

test("an attempt over the limit is refused, and the error gives the time to wait", async () => {
  for (let i = 0; i < 3; i++) expect(await attempt("a")).toBeNull();
  const refusal = await attempt("a");
  expect(refusal).toBeInstanceOf(Refusal);
  expect(refusal?.message).toBe("Too many attempts. Please wait 15 minutes and try again.");
  expect(refusal?.retryAfter).toBe(900);
  expect(await attempt("b")).toBeNull();
});

test("the error is in the reader's language", () => {
  const { message } = inLanguage({ language: "es" }, () => tooMany(2 * minute));
  expect(message).toBe("Demasiados intentos. Espere 2 minutos e intente otra vez, por favor.");
});

test("a lock starts with the last allowed attempt and expires later", async () => {
  await attempt("a");
  app.clock.advance(14 * minute);
  await attempt("a");
  await attempt("a");
  app.clock.advance(14 * minute);
  expect((await attempt("a"))?.retryAfter).toBe(60);
  app.clock.advance(minute + second);
  expect(await attempt("a")).toBeNull();
  expect(await spent(app, tries, "a")).toBe(1);
});

test("parallel attempts can't exceed the limit", async () => {
  const results = await Promise.all(Array.from({ length: 50 }, () => attempt("a")));
  expect(results.filter((result) => result === null)).toHaveLength(3);
});

test("an attempt can be refunded, and a counter can be cleared", async () => {
  await attempt("a");
  await refund(app, tries, "a");
  expect(await spent(app, tries, "a")).toBe(0);
  await refund(app, tries, "a");
  for (let i = 0; i < 4; i++) await attempt("a");
  await clearLimit(app, tries, "a");
  expect(await attempt("a")).toBeNull();
});

test("counters survive a restart", async () => {
  for (let i = 0; i < 3; i++) await attempt("a");
  const restarted = scratchApp({ DATA_DIR: folder }, app.clock);
  await expect(spend(restarted, tries, "a")).rejects.toBeInstanceOf(Refusal);
});

test("an IPv6 client is identified by its /64 prefix and an IPv4 client by its address", () => {
  expect(clientKey("203.0.113.9")).toBe("203.0.113.9");
  expect(clientKey("203.0.113.9:51234")).toBe("203.0.113.9");
  expect(clientKey("::ffff:203.0.113.9")).toBe("203.0.113.9");
  expect(clientKey("2001:db8:0:1::5")).toBe(clientKey("2001:0db8:0000:0001:ffff:eeee:dddd:cccc"));
  expect(clientKey("2001:db8:0:1::5")).not.toBe(clientKey("2001:db8:0:2::5"));
  expect(clientKey("fe80::1%eth0")).toBe("fe80:0:0:0::/64");
  expect(clientKey(null)).toBe("unknown");
});

test("the wait time is rounded up to whole minutes and seconds", () => {
  const refusal = (milliseconds: number) => {
    const { message, retryAfter } = tooMany(milliseconds);
    return [message, retryAfter];
  };
  const message = (wait: string) => `Too many attempts. Please wait ${wait} and try again.`;
  expect(refusal(0)).toEqual([message("1 minute"), 1]);
  expect(refusal(60_000)).toEqual([message("1 minute"), 60]);
  expect(refusal(60_001)).toEqual([message("2 minutes"), 61]);
});

test("a limit without a lock expires on time, regardless of further attempts", async () => {
  const free: Limit = { name: "free", points: 2, seconds: 60 };
  const go = () =>
    spend(app, free, "a").then(
      () => "goes",
      ({ retryAfter }: Refusal) => retryAfter,
    );
  expect(await go()).toBe("goes");
  app.clock.advance(30 * second);
  expect([await go(), await go()]).toEqual(["goes", 30]);
  app.clock.advance(30 * second);
  expect(await go()).toBe("goes");
});

test("a lock shorter than the remaining time has no effect", async () => {
  const short: Limit = { name: "short", points: 1, seconds: 60, lockSeconds: 30 };
  await spend(app, short, "a");
  expect(await limiterOf(app, short).get("a")).toMatchObject({ consumedPoints: 1, msBeforeNext: 60_000 });
});

test("a lock doesn't start before the last allowed attempt", async () => {
  const long: Limit = { name: "long", points: 2, seconds: 60, lockSeconds: 600 };
  await spend(app, long, "a");
  expect((await limiterOf(app, long).get("a"))?.msBeforeNext).toBe(60_000);
  await spend(app, long, "a");
  expect((await limiterOf(app, long).get("a"))?.msBeforeNext).toBe(600_000);
});

test("a counter shows the number of used and remaining attempts", async () => {
  const limiter = limiterOf(app, tries);
  expect(await limiter.get("a")).toBeNull();
  expect(await spent(app, tries, "a")).toBe(0);
  expect(await limiter.consume("a")).toMatchObject({
    consumedPoints: 1,
    remainingPoints: 2,
    isFirstInDuration: true,
  });
  expect(await limiter.penalty("a", 4)).toMatchObject({
    consumedPoints: 5,
    remainingPoints: 0,
    isFirstInDuration: false,
  });
  expect(await limiter.reward("a", 9)).toMatchObject({ consumedPoints: 0, remainingPoints: 3 });
  expect([await limiter.delete("a"), await limiter.delete("a")]).toEqual([true, false]);
});

test("a counter without an expiration time never expires", async () => {
  const limiter = limiterOf(app, tries);
  await limiter.set("a", 2, 0);
  app.clock.advance(1000 * 24 * 60 * minute);
  expect(await limiter.get("a")).toMatchObject({ consumedPoints: 2, msBeforeNext: -1 });
  app.clock.set(monday);
});

test("a database error doesn't count as a refused attempt", async () => {
  const broken = scratchApp();
  await broken.db.schema.dropTable("limits").execute();
  await expect(spend(broken, tries, "a")).rejects.not.toBeInstanceOf(Refusal);
});
