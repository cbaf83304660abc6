import { openBrowser, phone, type Visitor } from "./browser";

/**
 * Opens one browser for a file's tests, because an empty one for each test costs as much as loading another page.
 * A test that replaces the clock, adds a script to pages, or opens tabs needs its own.
 * @returns a function that gives it to the next test, without cookies, stored data, routes, and earlier problems
 */
export async function browserOfFile(
  url: string,
  options: Parameters<typeof openBrowser>[1] = {},
): Promise<() => Promise<Visitor>> {
  const visitor = await openBrowser(url, options);
  const { page, context, problems } = visitor;
  const devtools = await context.newCDPSession(page);
  const goto = page.goto.bind(page);
  // The page of the test before may be on its way to the sign-in page, which aborts this load.
  page.goto = (...args) =>
    goto(...args).catch((error: Error) => {
      if (error.message.includes("ERR_ABORTED")) return goto(...args);
      throw error;
    });
  return async () => {
    await page.unrouteAll({ behavior: "ignoreErrors" });
    await context.setOffline(false);
    await page.setViewportSize(options.size ?? phone);
    await page.evaluate("sessionStorage.clear()").catch(() => {});
    await devtools.send("Storage.clearDataForOrigin", { origin: url, storageTypes: "all" });
    await context.clearCookies();
    problems.length = 0;
    return visitor;
  };
}
