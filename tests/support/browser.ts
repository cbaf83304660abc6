import axe from "axe-core";
import type { BrowserContext, Locator, Page } from "playwright";
import { expect } from "vitest";
import { sharedBrowser } from "./chromium";
import { atEnd } from "./cleanup";

export const phone = { width: 360, height: 740 };
export const desktop = { width: 1280, height: 800 };

interface Visit {
  size?: { width: number; height: number };
  javaScript?: boolean;
  colorScheme?: "light" | "dark";
  timezone?: string;
}

export interface Visitor {
  page: Page;
  context: BrowserContext;
  javaScript: boolean;
  /** What went wrong in the browser so far: errors, refusals by the policy, calls to other hosts. */
  troubles: string[];
}

/**
 * Opens a browser of one's own on the product, at phone size unless said otherwise.
 * What a page must never do is gathered in `troubles`; `expectCalm` fails on it.
 */
export async function visit(url: string, asked: Visit = {}): Promise<Visitor> {
  const { size = phone, javaScript = true, colorScheme = "light", timezone = "America/New_York" } = asked;
  const context = await (await sharedBrowser()).newContext({
    baseURL: url,
    viewport: size,
    javaScriptEnabled: javaScript,
    colorScheme,
    timezoneId: timezone,
    locale: "en-US",
    hasTouch: size.width < 768,
    reducedMotion: "reduce",
  });
  context.setDefaultTimeout(15_000);
  const page = await context.newPage();
  const troubles: string[] = [];
  page.on("pageerror", (error) => troubles.push(`error: ${error.message}`));
  page.on("console", (message) => {
    // A refused form answers 4xx, and the browser notes that by itself.
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
  atEnd(() => context.close());
  return { page, context, javaScript, troubles };
}

/** Fails on whatever went wrong in the browser. */
export function expectCalm({ troubles }: Visitor): void {
  expect(troubles).toEqual([]);
}

/**
 * Fails on any violation of WCAG 2.2 AA on the page as it stands, in both themes, and on a page
 * that must be scrolled sideways.
 */
export async function expectAccessible(visitor: Visitor, screen: string): Promise<void> {
  const page = visitor.javaScript ? visitor.page : await copyWithScripts(visitor);
  await page.evaluate(axe.source);
  for (const colorScheme of ["light", "dark"] as const) {
    // Colours in the middle of a transition are nobody's contrast.
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    // The other theme differs in its colours alone.
    const rules = colorScheme === "dark" ? ["color-contrast", "link-in-text-block"] : null;
    expect(await violations(page, rules), `${screen}, ${colorScheme}`).toBe("");
  }
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "no-preference" });
  await expectNoSidewaysScroll(page, screen);
  if (page !== visitor.page) await page.context().close();
}

/** What axe, which is in the page already, finds; all of its rules unless some are named. */
function violations(page: Page, rules: string[] | null): Promise<string> {
  return page.evaluate(async (only) => {
    const { axe: checker } = window as unknown as { axe: typeof axe };
    const { violations: found } = await checker.run(document, {
      // Preloading style sheets would break our own policy, and serves one rule about rotated pages.
      preload: false,
      resultTypes: ["violations"],
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

/** The same page in a browser that lets the checker run: without JavaScript its timers stand still. */
async function copyWithScripts({ page }: Visitor): Promise<Page> {
  const html = (await page.content()).replace(/<script\b[^>]*><\/script>/g, "");
  const size = page.viewportSize() ?? phone;
  const context = await (await sharedBrowser()).newContext({ viewport: size, bypassCSP: true });
  const copy = await context.newPage();
  await copy.route(page.url(), (route) =>
    route.fulfill({ contentType: "text/html; charset=utf-8", body: html }),
  );
  await copy.goto(page.url());
  return copy;
}

/** Where an element stands, once it is laid out: times come into being with the first frame that shows them. */
export async function boxOf(element: Locator) {
  await element.waitFor();
  return element.evaluate((found) => {
    const { x, y, width, height } = found.getBoundingClientRect();
    return { x, y, width, height };
  });
}
