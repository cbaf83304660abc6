import { fetchWithTimeout } from "~/ui/scripts/fetch-with-timeout";
import { followEvents } from "~/ui/scripts/follow-events";
import { hasTextAlerts } from "~/ui/scripts/text-alerts";
import { refresh } from "./inbox-page";

interface ConversationEvent {
  version: number;
  threads: number[];
}

let timer: number | undefined;
const tags = new Map<string, string>();

/** Follows changes through server-sent events. If there is no stream, it polls, and most polls return a 304. */
export function follow(): void {
  followEvents<ConversationEvent>("/api/sms/stream", {
    since: Number(document.getElementById("messaging")?.dataset.version),
    received({ threads: conversations }, isBehind) {
      if (!isBehind && conversations.length === 0) return;
      const open = Number(document.querySelector<HTMLElement>(".chat")?.dataset.thread);
      scheduleRefresh(conversations.includes(open) ? 50 : 1500);
    },
    poll,
  });
  setInterval(() => {
    if (document.hidden && hasTextAlerts()) refresh();
  }, 60_000);
}

function scheduleRefresh(milliseconds: number): void {
  if (timer !== undefined && milliseconds > 100) return;
  clearTimeout(timer);
  timer = window.setTimeout(() => {
    timer = undefined;
    refresh();
  }, milliseconds);
}

async function poll(): Promise<void> {
  const conversation = document.querySelector<HTMLElement>(".chat")?.dataset.thread;
  const paths = ["/api/sms/threads?limit=1"];
  if (conversation) paths.unshift(`/api/sms/messages?thread_id=${conversation}&limit=1`);
  const changed = await Promise.all(paths.map(hasChanged)).catch(() => [false]);
  if (changed.includes(true)) refresh();
}

async function hasChanged(path: string): Promise<boolean> {
  const tag = tags.get(path);
  const response = await fetchWithTimeout(path, {
    headers: { "X-Background": "1", ...(tag && { "If-None-Match": tag }) },
    cache: "no-store",
  });
  if (response.status === 401) location.assign("/login");
  tags.set(path, response.headers.get("etag") ?? "");
  return response.status === 200 && tag !== undefined;
}
