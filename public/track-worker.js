// Caches the last tracking page that was opened by link, for a week or until sign-out, so that it works offline.
const name = "track";
const week = 7 * 24 * 60 * 60 * 1000;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("fetch", (event) => {
  const { pathname } = new URL(event.request.url);
  if (event.request.method === "GET" && /^\/track\/[a-z2-9]{20}$/.test(pathname)) {
    event.respondWith(answer(event.request, pathname));
  }
});

async function answer(request, pathname) {
  let response;
  try {
    response = await fetch(request);
  } catch {
    return request.mode === "navigate" ? cachedPage(pathname) : Response.error();
  }
  const cache = await caches.open(name);
  // Only one order's page is cached. The page of a revoked link is deleted.
  for (const other of await cache.keys()) {
    if (response.status === 404 || !other.url.endsWith(pathname)) await cache.delete(other);
  }
  if (response.status === 200) await cache.put(pathname, response.clone());
  return response;
}

async function cachedPage(pathname) {
  const cache = await caches.open(name);
  const page = await cache.match(pathname);
  if (!page) return Response.error();
  if (Date.now() - Date.parse(page.headers.get("date") ?? "") > week) {
    await cache.delete(pathname);
    return Response.error();
  }
  const html = (await page.text()).replace(
    /(id="track-status"[^>]* data-offline="([^"]*)"[^>]*>)[^<]*/,
    "$1$2 ",
  );
  return new Response(html, { status: 200, headers: page.headers });
}
