/** Opens a new browser context with an empty cache and a signed-in user. */
export async function openDesk(
  browser,
  url,
  cookie,
  { scripts = true, viewport = { width: 1280, height: 800 } } = {},
) {
  const context = await browser.newContext({ viewport, javaScriptEnabled: scripts });
  for (const one of cookie.split("; ")) {
    const [name, value] = one.split("=");
    await context.addCookies([{ name, value, url }]);
  }
  const page = await context.newPage();
  return { context, page, devtools: await context.newCDPSession(page) };
}
