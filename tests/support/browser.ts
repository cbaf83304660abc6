import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";
import type axe from "axe-core";
import type { BrowserContext, Locator, Page } from "playwright";
import { expect } from "vitest";
import { type Devices, sharedBrowser } from "./chromium";
import { atEnd, atEndOfFile, isInTest } from "./cleanup";
import type { PlainPage } from "./plain-page";

export const phone = { width: 360, height: 740 };
export const desktop = { width: 1280, height: 800 };

interface Options {
  size?: { width: number; height: number };
  javaScript?: boolean;
  colorScheme?: "light" | "dark";
  timezone?: string;
  devices?: Devices;
}

export interface Visitor {
  page: Page;
  context: BrowserContext;
  javaScript: boolean;
  /** Problems in the browser so far: errors, policy violations, calls to other hosts. */
  troubles: string[];
}

interface Opening extends Required<Pick<Options, "size" | "javaScript" | "timezone" | "devices">> {
  url: string;
  hasTouch: boolean;
}

interface Opened {
  page: Page;
  context: BrowserContext;
  /** Whether a test added scripts that the next one would run too. */
  isAltered: boolean;
}

/** Minified, because every page compiles it again. */
export const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Browsers that a test of this file has left, by what they were opened with. */
const left = new Map<string, Opened[]>();

/**
 * Opens an empty browser on the product, at phone size by default. `troubles` collects what a page must never do;
 * `expectCalm` fails on it.
 */
export async function openBrowser(url: string, options: Options = {}): Promise<Visitor> {
  const { size = phone, javaScript = true, colorScheme = "light" } = options;
  const { timezone = "America/New_York", devices = "simulated" } = options;
  const hasTouch = size.width < 768;
  const key = JSON.stringify([url, hasTouch, javaScript, timezone, devices]);
  const opened = left.get(key)?.pop() ?? (await open({ url, size, hasTouch, javaScript, timezone, devices }));
  const { page, context } = opened;
  await page.setViewportSize(size);
  await page.emulateMedia({ media: null, colorScheme, reducedMotion: "reduce" });
  const troubles: string[] = [];
  page.on("pageerror", (error) => troubles.push(`error: ${error.message}`));
  page.on("console", (message) => {
    // A refused form answers 4xx, and the browser logs that automatically.
    if (message.type() === "error" && !/status of 4\d\d/.test(message.text())) {
      troubles.push(`console: ${message.text()}`);
    }
  });
  page.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (origin !== url && protocol !== "data:" && protocol !== "blob:") {
      troubles.push(`request to ${request.url()}`);
    }
  });
  page.on("response", (response) => {
    if (response.status() >= 500) troubles.push(`${response.status()} from ${response.url()}`);
  });
  if (isInTest())
    atEnd(async () => {
      const isReusable = !opened.isAltered && !page.isClosed() && context.pages().length === 1;
      if (!isReusable || !(await canEmpty(opened, url))) return close(context);
      left.set(key, [...(left.get(key) ?? []), opened]);
    });
  return { page, context, javaScript, troubles };
}

async function open({ url, size, hasTouch, javaScript, timezone, devices }: Opening): Promise<Opened> {
  const context = await (await sharedBrowser(devices)).newContext({
    baseURL: url,
    viewport: size,
    javaScriptEnabled: javaScript,
    timezoneId: timezone,
    locale: "en-US",
    hasTouch,
    reducedMotion: "reduce",
  });
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  const opened = { page, context, isAltered: false };
  const mark =
    <Args extends unknown[], Answer>(act: (...args: Args) => Answer) =>
    (...args: Args) => {
      opened.isAltered = true;
      return act(...args);
    };
  page.addInitScript = mark(page.addInitScript.bind(page));
  page.clock.install = mark(page.clock.install.bind(page.clock));
  atEndOfFile(async () => {
    left.clear();
    await close(context);
  });
  return opened;
}

/** Chromium sometimes never confirms the close of a context whose pages are navigating. */
async function close(context: BrowserContext): Promise<void> {
  await Promise.race([context.close(), sleep(5000, undefined, { ref: false })]);
}

/** A page that is still navigating can't be emptied: its context is closed instead. */
function canEmpty(...args: Parameters<typeof empty>): Promise<boolean> {
  const emptied = empty(...args).then(
    () => true,
    () => false,
  );
  return Promise.race([emptied, sleep(5000, false, { ref: false })]);
}

// Another origin of the same site: Chromium would start two processes to go to about:blank and back.
const blank = "http://127.0.0.1:65535/";

/** Clears a test's data from its browser, because opening another takes longer than most tests. */
async function empty({ page, context }: Opened, origin: string): Promise<void> {
  for (const event of ["pageerror", "console", "request", "response", "dialog"] as const) {
    page.removeAllListeners(event);
  }
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await context.unrouteAll({ behavior: "ignoreErrors" });
  await context.setOffline(false);
  await page.evaluate("sessionStorage.clear()").catch(() => {});
  // With an icon, or the browser asks the origin for one.
  const body = '<link rel="icon" href="data:,">';
  await page.route(blank, (route) => route.fulfill({ contentType: "text/html", body }), { times: 1 });
  await page.goto(blank);
  const devtools = await context.newCDPSession(page);
  await devtools.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  await devtools.detach();
  await context.clearCookies();
}

/** Fails if anything went wrong in the browser. */
export function expectCalm({ troubles }: Visitor): void {
  expect(troubles).toEqual([]);
}

type Theme = "light" | "dark";

/**
 * Fails on any violation of WCAG 2.2 AA on the current page, in both themes by default,
 * and on a page that must be scrolled sideways.
 */
export async function expectAccessible(
  { page }: Visitor,
  screen: string,
  themes: Theme[] = ["light", "dark"],
): Promise<void> {
  for (const colorScheme of themes) {
    // Colors in the middle of a transition are not the page's contrast.
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    // The dark theme differs in its colors only.
    const rules = colorScheme === "dark" ? ["color-contrast", "link-in-text-block"] : null;
    expect(await violations(page, rules), `${screen}, ${colorScheme}`).toBe("");
  }
  if (themes.includes("dark")) await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await expectNoSidewaysScroll(page, screen);
}

/** The problems that axe finds, by all of its rules unless some are given. */
async function violations(page: Page, rules: string[] | null): Promise<string> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeSource);
  return page.evaluate(async (only) => {
    const { axe: checker } = window as unknown as { axe: typeof axe };
    const { violations: found } = await checker.run({
      // Preloading style sheets would break our own policy, and serves one rule about rotated pages.
      preload: false,
      resultTypes: ["violations"],
      selectors: false,
      ...(only && { runOnly: only }),
    });
    return found
      .map(({ id, help, nodes }) => `${id}: ${help}\n${nodes.map((node) => `    ${node.html}`).join("\n")}`)
      .join("\n");
  }, rules);
}

/** Fails on a page that must be scrolled sideways. */
export async function expectNoSidewaysScroll(page: Page, screen: string): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, `${screen} scrolls sideways`).toBeLessThanOrEqual(0);
}

/** Shows a page that came over HTTP without its scripts. */
export async function show({ page }: Visitor, { client, address, html }: PlainPage): Promise<void> {
  const url = new URL(address, client.url).href;
  const body = html.replace(/<script\b[^>]*><\/script>/g, "");
  await page.route(url, (route) => route.fulfill({ contentType: "text/html; charset=utf-8", body }), {
    times: 1,
  });
  await page.goto(url);
}

/** Makes the page's scripts time out immediately. @returns a function that undoes it */
export async function losePatience(page: Page): Promise<() => Promise<void>> {
  const patience = await page.evaluateHandle(() => {
    const { timeout } = AbortSignal;
    AbortSignal.timeout = () => timeout.call(AbortSignal, 1);
    return timeout;
  });
  return () =>
    patience.evaluate((timeout) => {
      AbortSignal.timeout = timeout;
    });
}

/** An element's position after layout: times are laid out in the first frame that shows them. */
export async function boxOf(element: Locator) {
  await element.waitFor();
  return element.evaluate((found) => {
    const { x, y, width, height } = found.getBoundingClientRect();
    return { x, y, width, height };
  });
}
