import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { setTimeout as sleep } from "node:timers/promises";
import type axe from "axe-core";
import type { BrowserContext, Locator, Page } from "playwright";
import { expect } from "vitest";
import { type Devices, sharedBrowser } from "./chromium";
import { atEnd, atEndOfFile, isInTest } from "./cleanup";
import type { PlainPage } from "./plain-page";
import { settlePress, watchPresses } from "./presses/browser-presses";
import { clockShift } from "./shifted-clock";

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
  /** Problems in the browser so far: errors, policy violations, and requests to other hosts. */
  problems: string[];
}

interface Opening extends Required<Pick<Options, "size" | "javaScript" | "timezone" | "devices">> {
  url: string;
  hasTouch: boolean;
}

interface Opened {
  page: Page;
  context: BrowserContext;
  /** Whether a test added scripts that would also run in the next test. */
  isAltered: boolean;
}

/** The minified version, because every page compiles it again. */
export const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Browsers that this file's tests no longer use, by the options they were opened with. */
const reusable = new Map<string, Opened[]>();

/**
 * Opens a browser without cookies or stored data, at phone size by default. It collects `problems`, which
 * `expectNoProblems` rejects.
 */
export async function openBrowser(url: string, options: Options = {}): Promise<Visitor> {
  const { size = phone, javaScript = true, colorScheme = "light" } = options;
  const { timezone = "America/New_York", devices = "simulated" } = options;
  const hasTouch = size.width < 768;
  const key = JSON.stringify([url, hasTouch, javaScript, timezone, devices]);
  const opened =
    reusable.get(key)?.pop() ?? (await open({ url, size, hasTouch, javaScript, timezone, devices }));
  const { page, context } = opened;
  await page.setViewportSize(size);
  await page.emulateMedia({ media: null, colorScheme, reducedMotion: "reduce" });
  const problems: string[] = [];
  page.on("pageerror", (error) => problems.push(`error: ${error.message}`));
  page.on("console", (message) => {
    // The browser logs every 4xx response as an error, including rejected forms.
    if (message.type() === "error" && !/status of 4\d\d/.test(message.text())) {
      problems.push(`console: ${message.text()}`);
    }
  });
  page.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (origin !== url && protocol !== "data:" && protocol !== "blob:") {
      problems.push(`request to ${request.url()}`);
    }
  });
  page.on("response", (response) => {
    if (response.status() >= 500) problems.push(`${response.status()} from ${response.url()}`);
  });
  if (isInTest())
    atEnd(async () => {
      await settlePress(page);
      const isReusable = !opened.isAltered && !page.isClosed() && context.pages().length === 1;
      if (!isReusable || !(await canEmpty(opened, url))) return close(context);
      reusable.set(key, [...(reusable.get(key) ?? []), opened]);
    });
  return { page, context, javaScript, problems };
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
  await watchPresses(context, url);
  if (clockShift() !== 0) await context.addInitScript(shiftDate, clockShift());
  const page = await context.newPage();
  const opened = { page, context, isAltered: false };
  const markAltered =
    <Args extends unknown[], Result>(change: (...args: Args) => Result) =>
    (...args: Args) => {
      opened.isAltered = true;
      return change(...args);
    };
  const settled =
    <Args extends unknown[], Result>(leave: (...args: Args) => Promise<Result>) =>
    async (...args: Args) => {
      await settlePress(page);
      return leave(...args);
    };
  page.goto = settled(page.goto.bind(page));
  page.reload = settled(page.reload.bind(page));
  page.goBack = settled(page.goBack.bind(page));
  page.addInitScript = markAltered(page.addInitScript.bind(page));
  page.clock.install = markAltered(page.clock.install.bind(page.clock));
  atEndOfFile(async () => {
    reusable.clear();
    await settlePress(page);
    await close(context);
  });
  return opened;
}

/** Runs in each page. @param shift milliseconds */
function shiftDate(shift: number): void {
  const { now } = Date;
  const shiftedNow = () => now() + shift;
  globalThis.Date = new Proxy(Date, {
    construct: (target, given, newTarget) =>
      Reflect.construct(target, given.length === 0 ? [shiftedNow()] : given, newTarget),
    get: (target, name) => (name === "now" ? shiftedNow : Reflect.get(target, name)),
  });
}

/** Waits at most five seconds, because Chromium may never confirm closing a context with a navigating page. */
async function close(context: BrowserContext): Promise<void> {
  await Promise.race([context.close(), sleep(5000, undefined, { ref: false })]);
}

/** Returns false if the data can't be cleared, for example because the page is still navigating. */
function canEmpty(...args: Parameters<typeof empty>): Promise<boolean> {
  const emptied = empty(...args).then(
    () => true,
    () => false,
  );
  return Promise.race([emptied, sleep(5000, false, { ref: false })]);
}

// Another origin of the same site. With about:blank, Chromium would start two extra processes.
const blank = "http://127.0.0.1:65535/";

/** Clears a test's data from its browser, because opening a new browser takes longer than most tests. */
async function empty({ page, context }: Opened, origin: string): Promise<void> {
  for (const event of ["pageerror", "console", "request", "response", "dialog"] as const) {
    page.removeAllListeners(event);
  }
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await context.unrouteAll({ behavior: "ignoreErrors" });
  await context.setOffline(false);
  await page.evaluate("sessionStorage.clear()").catch(() => {});
  // Without an icon, the browser would request one from the origin.
  const body = '<link rel="icon" href="data:,">';
  await page.route(blank, (route) => route.fulfill({ contentType: "text/html", body }), { times: 1 });
  await page.goto(blank);
  const devtools = await context.newCDPSession(page);
  await devtools.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
  await devtools.detach();
  await context.clearCookies();
}

/** Fails if the browser had errors, policy violations, or requests to other hosts. */
export function expectNoProblems({ problems }: Visitor): void {
  expect(problems).toEqual([]);
}

type Theme = "light" | "dark";

const contrastRules = ["color-contrast", "link-in-text-block"];

/**
 * Fails if the current page violates WCAG 2.2 AA in any of the themes (both by default) or scrolls sideways.
 *
 * @param measured looks whose contrast was measured on earlier pages of a walk. Only the text of new looks is measured
 *   then, and they are added.
 */
export async function expectAccessible(
  { page }: Visitor,
  screen: string,
  themes: Theme[] = ["light", "dark"],
  measured?: Set<number>,
): Promise<void> {
  const looks = measured && (await page.evaluate(gatherNewLooks, [...measured]));
  for (const look of looks ?? []) measured?.add(look);
  for (const colorScheme of themes) {
    // The dark theme differs only in its colors. It is painted only if something is measured in it.
    if (colorScheme === "dark" && looks?.length === 0) continue;
    // Without reduced motion, axe could measure colors in the middle of a transition.
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    const options = colorScheme === "light" ? {} : { runOnly: contrastRules };
    expect(await violations(page, options, looks !== undefined), `${screen}, ${colorScheme}`).toBe("");
  }
  if (themes.includes("dark")) await page.emulateMedia({ colorScheme: "light", reducedMotion: "reduce" });
  await expectNoSidewaysScroll(page, screen);
}

/**
 * Runs in the page. Keeps the elements with text whose look isn't among the known ones in `newLooks`, and returns their
 * looks. A look is a hash of the tags, classes, states, and styles from the body down to the element.
 */
function gatherNewLooks(known: number[]): number[] {
  const seen = new Set(known);
  const states =
    /^(class|style|type|hidden|open|disabled|checked|selected|aria-(?!label|controls|describedby)|data-)/;
  const found: Element[] = [];
  const looks: number[] = [];
  const visit = (element: Element, above: number): void => {
    const shown = [...element.attributes]
      .filter(({ name }) => states.test(name))
      .map(({ name, value }) => `${name}=${value.length > 20 ? "" : value.replace(/\d+/g, "")}`);
    let look = above;
    for (const character of `${element.tagName} ${shown.sort().join(" ")}`) {
      look = (Math.imul(look, 31) + (character.codePointAt(0) ?? 0)) | 0;
    }
    const hasText = [...element.childNodes].some((node) => node.nodeType === 3 && node.nodeValue?.trim());
    if ((hasText || element.matches("a, input, select, textarea")) && !seen.has(look)) {
      found.push(element);
      looks.push(look);
    }
    for (const child of element.children) visit(child, look);
  };
  visit(document.body, innerWidth);
  for (const look of looks) seen.add(look);
  Object.assign(window, { newLooks: found });
  return [...new Set(looks)];
}

/** The parts of axe that its types don't list. */
interface Axe {
  run: typeof axe.run;
  _audit: { getRule(id: string): { matches(element: Element, ...more: unknown[]): boolean } };
}

/**
 * Returns the violations that axe finds in one run, because each run builds its grid of the page again.
 *
 * @param isOfNewLooks measures the contrast only of the elements that `gatherNewLooks` found
 */
async function violations(page: Page, options: axe.RunOptions, isOfNewLooks: boolean): Promise<string> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeSource);
  const narrowed = isOfNewLooks ? contrastRules : [];
  return page.evaluate(
    async ({ options, narrowed }) => {
      const { axe: checker, newLooks } = window as unknown as { axe: Axe; newLooks?: Element[] };
      const measured = new Set(newLooks);
      const restored = narrowed.map((id) => {
        const rule = checker._audit.getRule(id);
        const { matches } = rule;
        rule.matches = (element, ...more) => measured.has(element) && matches.call(rule, element, ...more);
        return () => Object.assign(rule, { matches });
      });
      const { violations: found } = await checker.run(document, {
        // Preloading style sheets would violate our Content-Security-Policy. Only one rule, about orientation, uses it.
        preload: false,
        resultTypes: ["violations"],
        selectors: false,
        ...options,
      });
      for (const restore of restored) restore();
      return found
        .map(({ id, help, nodes }) => `${id}: ${help}\n${nodes.map((node) => `    ${node.html}`).join("\n")}`)
        .join("\n");
    },
    { options, narrowed },
  );
}

export async function expectNoSidewaysScroll(page: Page, screen: string): Promise<void> {
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  const wide = overflow > 0 ? [`${overflow} pixels`, ...(await page.evaluate(widestElements))] : [];
  expect(wide, `${screen} scrolls sideways`).toEqual([]);
}

/** Runs in the page. Describes the elements beyond its right edge, outer ones first. */
const widestElements = () =>
  [...document.querySelectorAll("body *")]
    .filter((element) => element.getBoundingClientRect().right > innerWidth + 1)
    .slice(0, 8)
    .map(({ tagName, className, textContent }) => `${tagName}.${className} ${textContent?.slice(0, 40)}`);

/**
 * Shows a page that was fetched over HTTP, without its scripts. If the browser already shows such a page at this address,
 * its content is replaced, because a navigation costs 60 ms more of CPU time.
 */
export async function show({ page }: Visitor, { client, address, html }: PlainPage): Promise<void> {
  const url = new URL(address, client.url).href;
  // Its address may not be its own, so its controls aren't recorded.
  const body = html.replace(/<script\b[^>]*><\/script>/g, "").replace("<html", "<html data-shown");
  if (page.url() === url && (await page.locator("html[data-shown]").count())) return page.setContent(body);
  await page.route(url, (route) => route.fulfill({ contentType: "text/html; charset=utf-8", body }), {
    times: 1,
  });
  await page.goto(url);
}

/** Makes every timeout of the page's scripts expire immediately. @returns a function that undoes this */
export async function expireTimeouts(page: Page): Promise<() => Promise<void>> {
  const original = await page.evaluateHandle(() => {
    const { timeout } = AbortSignal;
    AbortSignal.timeout = () => timeout.call(AbortSignal, 1);
    return timeout;
  });
  return () =>
    original.evaluate((timeout) => {
      AbortSignal.timeout = timeout;
    });
}

/** Returns an element's position and size. Waits first, because times are laid out when they are first shown. */
export async function boxOf(element: Locator) {
  await element.waitFor();
  return element.evaluate((found) => {
    const { x, y, width, height } = found.getBoundingClientRect();
    return { x, y, width, height };
  });
}
