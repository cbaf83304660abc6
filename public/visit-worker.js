// Caches the last page about the patient's visit, for a day or until sign-out, so that it can be read offline.
const name = "visit";
const key = "/my-visit";
const day = 24 * 60 * 60 * 1000;
const mark = 'id="offline-status"';

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([self.clients.claim(), self.registration.navigationPreload?.enable()]));
});
self.addEventListener("fetch", (event) => {
  const { method, mode, url, headers } = event.request;
  if (method !== "GET" || !(mode === "navigate" || headers.has("X-Keep-Copy"))) return;
  const { pathname } = new URL(url);
  const isKept = /^\/(?:my-visit|schedule(?:\/[^/]+)?)?$/.test(pathname);
  // Pages that change the visit need a connection. Without one, the visit is shown instead.
  if (isKept || /^\/my-visit\/[a-z]+$/.test(pathname)) event.respondWith(answer(event, isKept));
});

async function answer(event, isKept) {
  let response;
  try {
    response = (await event.preloadResponse) ?? (await fetch(event.request));
  } catch {
    return event.request.mode === "navigate" ? cachedPage() : Response.error();
  }
  if (isKept && response.status === 200) event.waitUntil(keep(response.clone()));
  return response;
}

/** A page without the mark belongs to nobody: the patient isn't signed in anymore. */
async function keep(response) {
  const cache = await caches.open(name);
  const html = await response.text();
  if (html.includes(mark)) await cache.put(key, new Response(html, { headers: response.headers }));
  else await cache.delete(key);
}

async function cachedPage() {
  const cache = await caches.open(name);
  const page = await cache.match(key);
  if (!page) return Response.error();
  if (Date.now() - Date.parse(page.headers.get("date") ?? "") > day) {
    await cache.delete(key);
    return Response.error();
  }
  const html = (await page.text()).replace(`${mark} hidden=""`, mark);
  return new Response(html, { status: 200, headers: page.headers });
}
