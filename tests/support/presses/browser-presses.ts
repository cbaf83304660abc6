import { setTimeout as sleep } from "node:timers/promises";
import type { BrowserContext, Page, Request } from "playwright";
import { atEndOfFile } from "../cleanup";
import { controlOf } from "./controls";
import { isGood, isRecording, record } from "./record";

/** A control as the page reports it. Its attributes become a control here, so that HTML and document agree. */
interface Found {
  kind: "submit" | "button" | "link";
  pressed: Record<string, string>;
  form?: Record<string, string>;
  hidden?: Record<string, string>;
  label?: string;
}

/**
 * A page is left after a press if it opens another page, and not if a test does. A press is refused if the page shows a
 * new error.
 */
type Report = { page: string; type: "seen" | "pressed" | "changed" | "refused" | "left"; found: Found[] };

interface Press {
  control: ReturnType<typeof controlOf>;
  hasFailed: boolean;
  /** Whether a request failed or the page shows an error, so that nothing more is to be expected. */
  isOver: boolean;
  isLeaving: boolean;
  isCredited: boolean;
}

const last = new WeakMap<Page, Press>();

/** A request that fails shortly after a change still prevents the credit. */
const credits: Promise<void>[] = [];

/** Requests that a page sends without a press. */
const background = /^\/api\/(activity\/ui|sms\/threads\/[^/]+\/replying)$/;

/** Waits a moment for the outcome of the page's last press, before the test leaves the page. */
export async function settlePress(page: Page): Promise<void> {
  if (!isRecording() || page.isClosed()) return;
  // The page's reports arrive before its answer.
  await Promise.race([page.evaluate("0").catch(() => {}), sleep(500, undefined, { ref: false })]);
  const press = last.get(page);
  const until = Date.now() + 2000;
  const isOpen = ({ isCredited, hasFailed, isOver }: Press) => !isCredited && !hasFailed && !isOver;
  while (press && isOpen(press) && Date.now() < until) await sleep(20);
  last.delete(page);
}

/**
 * Records the controls that a browser shows, and the ones it presses. The outcome is good if the server accepts the
 * request of a form that changes data. Otherwise, the page must change without a new error on it, or open another
 * page.
 */
export async function watchPresses(context: BrowserContext, url: string): Promise<void> {
  if (!isRecording()) return;
  await context.exposeBinding("reportPresses", ({ page }, { page: address, type, found }: Report) => {
    if (!address.startsWith(url)) return;
    const controls = found.map((one) => controlOf({ ...one, page: address }));
    const [control] = controls;
    if (type === "seen") for (const one of controls) record({ type, control: one });
    if (type === "pressed" && control) {
      record({ type: "seen", control });
      last.set(page, { control, hasFailed: false, isOver: false, isLeaving: false, isCredited: false });
    }
    const press = last.get(page);
    if (press && type === "refused") press.isOver = true;
    if (!press || press.control.method === "POST") return;
    if (type === "left") press.isLeaving = true;
    if (type === "changed") credits.push(sleep(100).then(() => credit(press)));
  });
  // A worker may end with its last test.
  atEndOfFile(() => Promise.all(credits.splice(0)));
  await context.addInitScript(observeControls);
  context.on("weberror", (error) => {
    const press = last.get(error.page() as Page);
    if (press) press.hasFailed = true;
  });
  context.on("requestfailed", (request) => {
    const page = pageOf(request);
    const press = page && last.get(page);
    const isOfForm = press?.control.method === "POST" && request.method() !== "GET";
    if (isOfForm && !background.test(new URL(request.url()).pathname)) press.isOver = true;
  });
  context.on("response", (response) => {
    const page = pageOf(response.request());
    if (!page || !response.url().startsWith(url)) return;
    const path = new URL(response.url()).pathname;
    if (background.test(path)) return;
    const press = last.get(page);
    const good = isGood(path, response.status(), response.headers().location);
    if (!good && press) press.hasFailed = true;
    const method = response.request().method();
    if (good) record({ type: "called", method, path });
    const changes = !["GET", "HEAD"].includes(method);
    const isNext = press?.isLeaving && response.request().isNavigationRequest();
    if (press && (isNext || (changes && press.control.method === "POST"))) credit(press);
  });
  context.on("page", async (page) => {
    const opener = await page.opener();
    const press = opener && last.get(opener);
    if (press && press.control.method !== "POST") credit(press);
  });
}

function credit(press: Press): void {
  press.isCredited = true;
  if (!press.hasFailed) record({ type: "pressed", control: press.control, where: "browser" });
}

function pageOf(request: Request): Page | undefined {
  // A service worker's requests belong to no page.
  if (request.serviceWorker()) return;
  try {
    return request.frame().page();
  } catch {
    return undefined;
  }
}

/** Runs in the page. */
function observeControls(): void {
  if (window.top !== window) return;
  const { reportPresses } = window as unknown as { reportPresses(report: Report): Promise<void> };
  const known = new Set<string>();
  const report = (type: Report["type"], found: Found[]): void => {
    if (document.documentElement?.dataset.shown === undefined)
      reportPresses({ page: location.href, type, found }).catch(() => {});
  };

  const attributesOf = (element: Element) =>
    Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value]));
  const labelOf = (element: Element) => element.getAttribute("aria-label") ?? element.textContent ?? "";
  function describe(element: Element): Found {
    const form = element instanceof HTMLButtonElement && element.type === "submit" ? element.form : null;
    const pressed = attributesOf(element);
    if (!form)
      return {
        kind: element.matches("a") ? "link" : "button",
        pressed,
        label: labelOf(element).slice(0, 60),
      };
    const hidden = [...form.querySelectorAll<HTMLInputElement>('input[type="hidden"]')];
    const values = Object.fromEntries(hidden.map(({ name, value }) => [name, value]));
    const label = labelOf(element).slice(0, 60);
    return { kind: "submit", pressed, form: attributesOf(form), hidden: values, label };
  }

  const hasHook = (link: Element) => [...link.attributes].some(({ name }) => name.startsWith("data-"));
  // A test may replace the page's clock.
  const wait = window.setTimeout.bind(window);
  const forget = window.clearTimeout.bind(window);
  let isLooking = false;
  function look(): void {
    isLooking = false;
    const all = [...document.querySelectorAll("button, a")].filter(
      (one) => !one.matches("a") || hasHook(one),
    );
    const fresh = all.map(describe).filter((one) => {
      const text = JSON.stringify(one).replace(/\d+/g, "");
      return !known.has(text) && known.add(text);
    });
    if (fresh.length > 0) report("seen", fresh);
  }

  let pressed: Element | undefined;
  let errors = 0;
  let settling: number | undefined;
  const countErrors = () =>
    document.querySelectorAll(".notice.bad, [role=alert]:not(:empty), .toast.bad").length;
  function press(element: Element): void {
    if (settling !== undefined) changed();
    pressed = element;
    errors = countErrors();
    report("pressed", [describe(element)]);
  }
  const changed = () => {
    forget(settling);
    settling = undefined;
    if (pressed) report(countErrors() <= errors ? "changed" : "refused", []);
    pressed = undefined;
  };

  addEventListener(
    "click",
    ({ target }) => {
      const element = (target as Element).closest?.("button, a");
      if (element && (!element.matches("a") || hasHook(element))) press(element);
    },
    true,
  );
  addEventListener(
    "submit",
    (event) => {
      const form = event.target as HTMLFormElement;
      const button = event.submitter ?? form.querySelector("button:not([type=button])");
      // A button such as "Try again" submits the form by script. It is the one that the user pressed.
      const isByScript = pressed instanceof HTMLButtonElement && pressed.type === "button";
      if (button && button !== pressed && !isByScript) press(button);
    },
    true,
  );
  addEventListener("beforeprint", changed);
  // The browser doesn't send a form with an invalid field.
  addEventListener("invalid", () => report("refused", []), true);
  (window as unknown as { navigation: EventTarget }).navigation.addEventListener("navigate", (event) => {
    if (!pressed || (event as Event & { destination: { sameDocument: boolean } }).destination.sameDocument)
      return;
    report("left", []);
    pressed = undefined;
  });

  /** A button that only shows that it is busy hasn't had an outcome. */
  const isBusySign = ({ type, target, attributeName }: MutationRecord) =>
    (type === "attributes" && ["disabled", "aria-busy"].includes(attributeName ?? "")) ||
    (pressed?.contains(target) && pressed.textContent?.endsWith("…"));
  new MutationObserver((mutations) => {
    if (!isLooking) wait(look, 300);
    isLooking = true;
    if (!pressed || mutations.every(isBusySign)) return;
    forget(settling);
    settling = wait(changed, 30);
  }).observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
  addEventListener("DOMContentLoaded", look);
}
