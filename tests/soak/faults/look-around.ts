import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "../../support/client";

const paths = {
  patient: ["/schedule", "/track", "/my-visit", "/api/availability", "/api/shortlink/timeline"],
  supervisor: ["/supervisordashboard", "/appointments", "/messages", "/calendars", "/api/kpi/tiles"],
  admin: ["/admin/health", "/admin/deliveries", "/readyz", "/healthz", "/login"],
};
export type Person = keyof typeof paths;

/** Internal details that users must not see. */
const internals = /\n\s+at .+:\d+:\d+|SQLITE_|TypeError|ReferenceError|\[object Object\]|>undefined</;

/**
 * Opens each user's pages one after another for a while.
 *
 * @returns the number of responses by status, and problems: server errors, empty pages, internal details
 */
export async function browsePages(
  clients: Record<Person, Client>,
  milliseconds: number,
  more: () => string[] = () => [],
) {
  const until = performance.now() + milliseconds;
  const statuses = new Map<number, number>();
  const problems: string[] = [];
  for (let turn = 0; performance.now() < until; turn++) {
    for (const [person, client] of Object.entries(clients) as [Person, Client][]) {
      const own = person === "supervisor" ? [...paths[person], ...more()] : paths[person];
      const path = own[turn % own.length] ?? "/";
      const { status, text, headers, location } = await client.get(path);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      const visibleText = headers.get("content-type")?.startsWith("application/json")
        ? text
        : text.replace(/<(script|style)[\s\S]*?<\/\1>/g, "").replace(/<[^>]*>/g, "");
      const isKnown = status < 500 || [502, 503, 504].includes(status);
      if (
        !isKnown ||
        (visibleText.trim() === "" && !location && status !== 304) ||
        internals.test(visibleText)
      )
        problems.push(`${person} ${path}: ${status} ${visibleText.trim().slice(0, 300)}`);
    }
    await sleep(100);
  }
  return { statuses, problems };
}
