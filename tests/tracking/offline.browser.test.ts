import { expect, test } from "vitest";
import { replaceLinkCode } from "~/orders/access/link-code.server";
import { expectNoProblems, openBrowser, type Visitor } from "../support/browser";
import { Client } from "../support/client";
import { eventually } from "../support/eventually";
import { testClock } from "../support/scratch";
import { seedClinic, seedOrder, signInPatient } from "../support/seed";
import { startServer } from "../support/server";

const server = await startServer({}, testClock(Date.now()));
const { app, url } = server;
const { order } = await seedClinic(app);

const linkOf = (orderId: number) =>
  app.db.transaction().execute((trx) => replaceLinkCode({ trx, app }, orderId));

/** Paths of the pages cached in this browser. */
const cachedPaths = ({ page }: Visitor) =>
  page.evaluate(async () => {
    const kept = await caches.open("track");
    return (await kept.keys()).map((request) => new URL(request.url).pathname);
  });
const waitForCache = (visitor: Visitor, paths: string[]) =>
  eventually(
    () => cachedPaths(visitor),
    (kept) => JSON.stringify(kept) === JSON.stringify(paths),
  );

test("the last tracking link opened works offline; revoked links and session pages don't", async () => {
  const visitor = await openBrowser(url);
  const first = `/track/${await linkOf(order.id)}`;
  await visitor.page.goto(first);
  await waitForCache(visitor, [first]);
  const other = await seedOrder(app);
  const second = `/track/${await linkOf(other.id)}`;
  await visitor.page.goto(second);
  await waitForCache(visitor, [second]);
  await linkOf(other.id);
  expect((await visitor.page.goto(second))?.status()).toBe(404);
  await waitForCache(visitor, []);
  const value = await signInPatient(app, new Client(url), order.id);
  await visitor.context.addCookies([{ name: "firstnight-patient", value, url }]);
  await visitor.page.goto("/track");
  await visitor.page.getByRole("heading", { name: "Track My Order" }).waitFor();
  expect(await cachedPaths(visitor)).toEqual([]);
  expectNoProblems(visitor);
});

test("signing out deletes the offline page", async () => {
  const visitor = await openBrowser(url);
  const value = await signInPatient(app, new Client(url), order.id);
  await visitor.context.addCookies([{ name: "firstnight-patient", value, url }]);
  const path = `/track/${await linkOf(order.id)}`;
  await visitor.page.goto(path);
  await waitForCache(visitor, [path]);
  await visitor.page.getByRole("button", { name: /log ?out|sign out/i }).click();
  await visitor.page.waitForURL(`${url}/`);
  await waitForCache(visitor, []);
});

test("the offline page shows the last known status and its time", async () => {
  const visitor = await openBrowser(url);
  const path = `/track/${await linkOf(order.id)}`;
  await visitor.page.goto(path);
  await waitForCache(visitor, [path]);
  const spanish = await openBrowser(url);
  await spanish.page.goto(path);
  await spanish.page.getByRole("button", { name: "Español" }).click();
  await spanish.page.getByText("Actualizado:").waitFor();
  const isCachedInSpanish = async (cached: string) =>
    (await (await caches.match(cached))?.text())?.includes('<html lang="es"') ?? false;
  await eventually(
    () => spanish.page.evaluate(isCachedInSpanish, path),
    (isCached) => isCached,
  );
  await server.stop();
  await visitor.page.reload();
  await visitor.page.getByRole("heading", { name: "Waiting on: us" }).waitFor();
  await visitor.page.getByText(/^You're offline\. This is the status as of \w{3}, /).waitFor();
  await visitor.page
    .getByText(order.sales_order_no ?? "")
    .first()
    .waitFor();
  await spanish.page.reload();
  await spanish.page.getByText("No tiene conexión. Así estaba su pedido el").waitFor();
});
