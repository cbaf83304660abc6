import { expect, test } from "vitest";
import { openBrowser } from "../support/browser";
import { startServer } from "../support/server";

const { url } = await startServer();

declare global {
  interface Window {
    /** For each call of `focus`, whether the browser was idle. */
    focused: boolean[];
  }
}

async function open() {
  const { page } = await openBrowser(url);
  await page.addInitScript(() => {
    window.focused = [];
    let isIdle = false;
    const whenIdle = window.requestIdleCallback.bind(window);
    window.requestIdleCallback = (step, options) =>
      whenIdle((deadline) => {
        isIdle = true;
        step(deadline);
        isIdle = false;
      }, options);
    const { focus } = HTMLElement.prototype;
    HTMLElement.prototype.focus = function (options) {
      window.focused.push(isIdle);
      focus.call(this, options);
    };
  });
  await page.goto("/login");
  return page;
}

test("the first box of the code gets the focus when the browser is idle, so that the script computes no layout", async () => {
  const page = await open();
  const box = page.locator("#code-place input").first();
  await expect.poll(() => box.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await page.evaluate(() => window.focused)).not.toContain(false);
});

test("a tab that was chosen keeps the keyboard at its own fields", async () => {
  const page = await open();
  await page.getByRole("tab", { name: "Staff" }).click();
  await page.getByLabel("Work email").fill("nora@clinic.example");
  await page.getByRole("tab", { name: "Patient" }).click();
  const box = page.locator("#code-place input").first();
  expect(await box.evaluate((element) => element === document.activeElement)).toBe(true);
});
