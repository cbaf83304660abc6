import { expect, test } from "vitest";
import { expectNoSidewaysScroll, openBrowser, show } from "../support/browser";
import { Client } from "../support/client";
import { PlainPage } from "../support/plain-page";
import { startServer } from "../support/server";

const { url } = await startServer();
const client = new Client(url);
const plain = await PlainPage.open(client, "/terms");
const changed = (html: string) => new PlainPage(client, "/terms", { text: html, status: 200 } as never);

test("pages shown one after another at one address replace each other, with their styles", async () => {
  const visitor = await openBrowser(url, { size: { width: 320, height: 640 } });
  const { page } = visitor;
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  await show(visitor, plain);
  const [colored, loaded] = [await background(), await page.evaluate(() => performance.timeOrigin)];
  expect(colored).not.toBe("rgba(0, 0, 0, 0)");
  await expectNoSidewaysScroll(page, "terms");

  const wide = '<p style="width:900px">Wide</p></main>';
  await show(visitor, changed(plain.html.replace(/lang="\w+"/, 'lang="es"').replace("</main>", wide)));
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(loaded);
  expect(await page.getAttribute("html", "lang")).toBe("es");
  expect(await background()).toBe(colored);
  await expect(expectNoSidewaysScroll(page, "wide terms")).rejects.toThrow("scrolls sideways");

  await show(visitor, plain);
  expect(await page.getByText("Wide").count()).toBe(0);
  await expectNoSidewaysScroll(page, "terms again");
});

test("a page that the server sent is left by a navigation", async () => {
  const visitor = await openBrowser(url);
  await visitor.page.goto("/terms");
  const loaded = await visitor.page.evaluate(() => performance.timeOrigin);
  await show(visitor, plain);
  expect(await visitor.page.evaluate(() => performance.timeOrigin)).not.toBe(loaded);
  expect(await visitor.page.locator("html[data-shown]").count()).toBe(1);
});
