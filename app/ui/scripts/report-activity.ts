import { whenIdle } from "./when-idle";

const waiting: string[] = [];

/**
 * Tells the server what was done on a page, once its reader has seen the answer to it. Nothing waits for it,
 * and a failure only shows in the console.
 */
export function reportActivity(action: string, details: Record<string, unknown> = {}): void {
  waiting.push(JSON.stringify({ action, details }));
  whenIdle(tell);
}

// A page that is left tells what it has not yet.
addEventListener("pagehide", tell);

function tell(): void {
  for (const body of waiting.splice(0)) {
    fetch("/api/activity/ui", {
      method: "POST",
      credentials: "same-origin",
      keepalive: true,
      headers: { "Content-Type": "application/json" },
      body,
    }).catch((error: unknown) => console.warn("activity", error));
  }
}
