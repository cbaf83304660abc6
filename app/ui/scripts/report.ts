/** Tells the server what was done on a page. Nothing waits for it, and a failure only shows in the console. */
export function report(action: string, details: Record<string, unknown> = {}): void {
  fetch("/api/activity/ui", {
    method: "POST",
    credentials: "same-origin",
    keepalive: true,
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ action, details }),
  }).catch((error: unknown) => console.warn("activity", error));
}
