import { beforeEach, expect, test } from "vitest";
import { clientOf } from "~/core/address";
import { Refusal } from "~/core/refusal";
import { minute, second } from "~/core/time";
import { forget, giveBack, type Limit, spend, spent } from "~/db/limits.server";
import { scratchApp, scratchFolder } from "../support/scratch";

const tries: Limit = { name: "tries", points: 3, seconds: 900, lockSeconds: 900 };
const folder = scratchFolder();
const app = scratchApp({ DATA_DIR: folder });

beforeEach(() => app.db.deleteFrom("limits").execute());

const attempt = (key: string) =>
  spend(app, tries, key).then(
    () => null,
    (error: unknown) => error as Refusal,
  );

test("so many attempts go, the next one is told how long to wait", async () => {
  for (let i = 0; i < 3; i++) expect(await attempt("a")).toBeNull();
  const refusal = await attempt("a");
  expect(refusal).toBeInstanceOf(Refusal);
  expect(refusal?.message).toBe("Too many attempts. Please wait 15 minutes and try again.");
  expect(refusal?.retryAfter).toBe(900);
  expect(await attempt("b")).toBeNull();
});

test("the lock runs from the last attempt that was allowed and then ends", async () => {
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

test("many attempts at once don't slip through together", async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, () => attempt("a")));
  expect(answers.filter((answer) => answer === null)).toHaveLength(3);
});

test("an attempt can be given back, or all of them forgotten", async () => {
  await attempt("a");
  await giveBack(app, tries, "a");
  expect(await spent(app, tries, "a")).toBe(0);
  await giveBack(app, tries, "a");
  for (let i = 0; i < 4; i++) await attempt("a");
  await forget(app, tries, "a");
  expect(await attempt("a")).toBeNull();
});

test("counters survive a restart", async () => {
  for (let i = 0; i < 3; i++) await attempt("a");
  const restarted = scratchApp({ DATA_DIR: folder }, app.clock);
  await expect(spend(restarted, tries, "a")).rejects.toBeInstanceOf(Refusal);
});

test("an IPv6 client is its /64, an IPv4 one its address", () => {
  expect(clientOf("203.0.113.9")).toBe("203.0.113.9");
  expect(clientOf("::ffff:203.0.113.9")).toBe("203.0.113.9");
  expect(clientOf("2001:db8:0:1::5")).toBe(clientOf("2001:0db8:0000:0001:ffff:eeee:dddd:cccc"));
  expect(clientOf("2001:db8:0:1::5")).not.toBe(clientOf("2001:db8:0:2::5"));
  expect(clientOf("fe80::1%eth0")).toBe("fe80:0:0:0::/64");
  expect(clientOf(null)).toBe("unknown");
});
