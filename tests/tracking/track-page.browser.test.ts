import { beforeAll, expect, test } from "vitest";
import { hour } from "~/core/time";
import { replaceLinkCode } from "~/orders/access/link-code.server";
import { recomputeStep } from "~/orders/recompute-step.server";
import { expectNoProblems, openBrowser } from "../support/browser";
import { testClock } from "../support/scratch";
import { seedClinic, seedOrder } from "../support/seed";
import { startServer } from "../support/server";

let server: Awaited<ReturnType<typeof startServer>>;

beforeAll(async () => {
  // The script uses the browser's clock.
  server = await startServer({}, testClock(Date.now()));
  await seedClinic(server.app);
});

async function orderWithLink(fields: Parameters<typeof seedOrder>[1] = {}) {
  const order = await seedOrder(server.app, fields);
  const code = await server.app.db
    .transaction()
    .execute((trx) => replaceLinkCode({ trx, app: server.app }, order.id));
  return { order, code };
}

const sendLink = (orderId: number) =>
  server.app.db.transaction().execute(async (trx) => {
    const now = server.app.clock.now();
    await trx.updateTable("link_codes").set({ sent_at: now }).where("order_id", "=", orderId).execute();
    await recomputeStep(trx, orderId, now);
  });

test("durations update every second, the earliest start is kept, and changes appear without a reload", async () => {
  const { order, code } = await orderWithLink();
  const visitor = await openBrowser(server.url);
  const { page } = visitor;
  await page.clock.install();
  await page.goto(`/track/${code}`);
  const total = page.locator(".clocks .elapsed").first();
  const before = await total.textContent();
  await page.clock.runFor(2000);
  expect(await total.textContent()).not.toBe(before);
  const kept = () => page.evaluate(() => Object.entries(localStorage));
  const [[key = "", start] = []] = await kept();
  expect(key).toMatch(/^firstnight-start-[0-9a-f]+$/);
  expect(Number(start)).toBe(order.created_at);
  await page.evaluate(([name, at]) => localStorage.setItem(name ?? "", String(at)), [
    key,
    order.created_at - hour,
  ] as const);

  await page.getByText("Waiting on: you").waitFor({ state: "detached" });
  await sendLink(order.id);
  await page.clock.runFor(31_000);
  await page.getByText("Waiting on: you").waitFor();
  expect(Number(await total.getAttribute("data-since"))).toBe(order.created_at - hour);
  expectNoProblems(visitor);
});

test("without a network, the page keeps showing the last status and its time", async () => {
  const { code } = await orderWithLink();
  const { page } = await openBrowser(server.url);
  await page.goto(`/track/${code}`);
  await page.route("**/api/shortlink/**", (route) => route.abort());
  await page.getByRole("link", { name: "Refresh" }).click();
  await page.getByText("Failed to load. This is the status as of").waitFor();
  expect(await page.getByText("Total time from referral").isVisible()).toBe(true);
});
