// Keeps the tracking page that was last opened by its link, so that it can be read without a connection.
// It is kept in this browser alone, which has the link in its history: one page, for a week, until sign-out.
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
    return request.mode === "navigate" ? held(pathname) : Response.error();
  }
  const kept = await caches.open(name);
  // One order's page at most, and none of a link that was taken back.
  for (const other of await kept.keys()) {
    if (response.status === 404 || !other.url.endsWith(pathname)) await kept.delete(other);
  }
  if (response.status === 200) await kept.put(pathname, response.clone());
  return response;
}

async function held(pathname) {
  const kept = await caches.open(name);
  const page = await kept.match(pathname);
  if (!page) return Response.error();
  if (Date.now() - Date.parse(page.headers.get("date") ?? "") > week) {
    await kept.delete(pathname);
    return Response.error();
  }
  const html = (await page.text()).replace(
    /(id="track-said"[^>]*>)[^<]*/,
    "$1There is no connection. This is what we knew at ",
  );
  return new Response(html, { status: 200, headers: page.headers });
}
