/** Lets the last page about the visit be read offline. Browsers allow this only over https or on localhost. */
export async function keepForOffline(): Promise<void> {
  const { serviceWorker } = navigator;
  if (!serviceWorker || !document.getElementById("offline-status")) return;
  const keepThisPage = () => fetch(location.pathname, { headers: { "X-Keep-Copy": "1" } });
  try {
    await serviceWorker.register("/visit-worker.js", { scope: "/" });
    if (serviceWorker.controller) return;
    // On the first visit, the page loads before the worker.
    serviceWorker.addEventListener("controllerchange", () => void keepThisPage().catch(() => {}), {
      once: true,
    });
  } catch {}
}
