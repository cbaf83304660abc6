import { fetchWithTimeout } from "~/ui/scripts/fetch-with-timeout";
import { refresh } from "./inbox-page";

const pollEvery = 5000;
const retryAfter = 15_000;

let version: number | undefined;
let streaming = false;
let connection: AbortController | undefined;
let timer: number | undefined;
const tags = new Map<string, string>();

/** Follows changes over server-sent events, and by polling (usually a 304) while there is no stream. */
export function follow(): void {
  connect();
  setInterval(() => {
    if (!streaming && !document.hidden) poll();
  }, pollEvery);
  addEventListener("online", connect);
  document.addEventListener("visibilitychange", () => {
    // Browsers limit connections to one host: hidden tabs close theirs.
    if (document.hidden) connection?.abort();
    else connect();
  });
}

async function connect(): Promise<void> {
  if (streaming || document.hidden) return;
  streaming = true;
  connection = new AbortController();
  try {
    const response = await fetch(`/api/sms/stream${version === undefined ? "" : `?since=${version}`}`, {
      credentials: "same-origin",
      headers: { Accept: "text/event-stream", "X-Background": "1" },
      signal: connection.signal,
    });
    if (response.ok && response.body) await listen(response.body.getReader());
  } catch {
    // The poll covers lost connections.
  }
  streaming = false;
  setTimeout(connect, retryAfter);
}

async function listen(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<void> {
  const decoder = new TextDecoder();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += decoder.decode(value, { stream: true });
    const events = text.split("\n\n");
    text = events.pop() ?? "";
    for (const event of events) {
      const data = /^data: (.*)$/m.exec(event)?.[1];
      if (data) onEvent(JSON.parse(data) as { version: number; threads: number[] });
    }
  }
}

function onEvent(event: { version: number; threads: number[] }): void {
  const isBehind = version === undefined ? false : event.version > version;
  version = Math.max(version ?? 0, event.version);
  if (!isBehind && event.threads.length === 0) return;
  const open = Number(document.querySelector<HTMLElement>(".chat")?.dataset.thread);
  scheduleRefresh(event.threads.includes(open) ? 50 : 1500);
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
  const thread = document.querySelector<HTMLElement>(".chat")?.dataset.thread;
  const paths = ["/api/sms/threads?limit=1"];
  if (thread) paths.unshift(`/api/sms/messages?thread_id=${thread}&limit=1`);
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
