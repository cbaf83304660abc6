import { whenIdle } from "./when-idle";

const queue: string[] = [];

/** Logs an activity on the server once the browser is idle. Failures appear only in the console. */
export function reportActivity(action: string, details: Record<string, unknown> = {}): void {
  queue.push(JSON.stringify({ action, details }));
  whenIdle(send);
}

addEventListener("pagehide", send);

function send(): void {
  for (const body of queue.splice(0)) {
    fetch("/api/activity/ui", {
      method: "POST",
      credentials: "same-origin",
      keepalive: true,
      headers: { "Content-Type": "application/json" },
      body,
    }).catch((error: unknown) => console.warn("activity", error));
  }
}
