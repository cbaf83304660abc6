import { fill } from "~/core/language/strings";
import { formatWhen } from "~/core/time";
import { formatDuration, inDays } from "~/tracking/duration";
import { fetchPage, inBackground } from "~/ui/scripts/fetch-page";
import { fetchWithTimeout } from "~/ui/scripts/fetch-with-timeout";
import { keepStyle } from "~/ui/scripts/keep-style";
import { ownZone, sendZone, showInOwnZone, startIntl } from "~/ui/scripts/local-times";
import { pageStrings } from "~/ui/scripts/page-strings";
import { whenIdle } from "~/ui/scripts/when-idle";
import type { strings } from "../strings";
import { textFingerprint } from "../timeline-fingerprint";

const texts = pageStrings<typeof strings.load>();

const refreshEvery = 30_000;

whenIdle(
  () => void saveForOffline(),
  ...startIntl,
  () => {
    showInOwnZone(document);
    rememberLast(document.querySelector("#track-status time")?.textContent ?? "");
  },
  updateEarliest,
  sendZone,
  () => void keepStyle(),
);
setInterval(tick, 1000);
setInterval(() => {
  if (document.visibilityState === "visible") refresh(false);
}, refreshEvery);
document.getElementById("refresh")?.addEventListener("click", (event) => {
  event.preventDefault();
  refresh(true);
});

/** Only pages opened by link are available offline. */
async function saveForOffline(): Promise<void> {
  const { serviceWorker } = navigator;
  if (!serviceWorker || !/^\/track\/./.test(location.pathname)) return;
  try {
    await serviceWorker.register("/track-worker.js", { scope: "/track/" });
    if (serviceWorker.controller) return;
    // On the first visit, the page loads before the worker. Fetching the page again caches it.
    serviceWorker.addEventListener("controllerchange", () => fetch(location.pathname), { once: true });
  } catch {}
}

function tick(): void {
  for (const span of document.querySelectorAll<HTMLElement>("#track [data-since]")) {
    const until = span.dataset.until ? Number(span.dataset.until) : Date.now();
    span.textContent = formatDuration(until - Number(span.dataset.since));
  }
  for (const line of document.querySelectorAll<HTMLElement>("#track [data-days-since]")) {
    const until = line.dataset.until ? Number(line.dataset.until) : Date.now();
    const text = inDays(until - Number(line.dataset.daysSince), texts);
    if (line.textContent !== text) line.textContent = text;
  }
}

/** The total time starts at the earliest start that this browser has seen. */
function updateEarliest(): void {
  const track = document.getElementById("track");
  const total = track?.querySelector<HTMLElement>(".clocks [data-since]");
  const started = document.querySelector<HTMLTimeElement>("#started time");
  if (!track || !total || !started) return;
  const key = `firstnight-start-${track.dataset.order}`;
  try {
    const kept = Number(localStorage.getItem(key)) || Number.POSITIVE_INFINITY;
    const earliest = Math.min(kept, Number(total.dataset.since));
    localStorage.setItem(key, String(earliest));
    total.dataset.since = String(earliest);
    const days = track.querySelector<HTMLElement>(".clocks [data-days-since]");
    if (days) days.dataset.daysSince = String(earliest);
    started.dateTime = new Date(earliest).toISOString();
    started.textContent = formatWhen(earliest, ownZone());
  } catch {}
  tick();
}

let loading = false;

async function refresh(byUser: boolean): Promise<void> {
  if (loading) return;
  loading = true;
  if (byUser) showStatus(texts.loading);
  try {
    const timeline = await fetchTimeline();
    const shown = document.getElementById("track")?.dataset.fingerprint;
    if (byUser || textFingerprint(timeline) !== shown) await replacePage();
    showUpdated();
  } catch (error) {
    const last = document.getElementById("track-status")?.dataset.last;
    showStatus(error instanceof LoadError ? error.message : `${texts.offline} ${last}.`);
  } finally {
    loading = false;
  }
}

class LoadError extends Error {}

/** Tries three paths, because the code may be missing or unknown. */
async function fetchTimeline(): Promise<string> {
  const code = document.getElementById("track")?.dataset.code;
  const paths = ["/api/shortlink/timeline"];
  if (code) {
    const encoded = encodeURIComponent(code);
    paths.unshift(`/api/shortlink/timeline/${encoded}`, `/api/shortlink/timeline?code=${encoded}`);
  }
  let status = 0;
  for (const path of paths) {
    const response = await fetchWithTimeout(path, inBackground);
    status = response.status;
    const text = await response.text();
    if (response.ok && JSON.parse(text).ok === true) return text;
  }
  throw new LoadError(status ? fill(texts.httpFailed, { status }) : texts.failed);
}

async function replacePage(): Promise<void> {
  const { ok, status, document: next } = await fetchPage(location.href, inBackground);
  const fresh = next.getElementById("track");
  if (!ok || !fresh) throw new LoadError(fill(texts.httpFailed, { status }));
  document.getElementById("track")?.replaceWith(fresh);
  showInOwnZone(fresh);
  updateEarliest();
}

function showStatus(text: string): void {
  const line = document.getElementById("track-status");
  if (line) line.textContent = text;
}

function rememberLast(when: string): void {
  const line = document.getElementById("track-status");
  if (line) line.dataset.last = when;
}

function showUpdated(): void {
  const line = document.getElementById("track-status");
  if (!line) return;
  const last = formatWhen(Date.now(), ownZone());
  rememberLast(last);
  // Screen readers shouldn't announce the time every 30 seconds.
  line.setAttribute("aria-live", "off");
  line.textContent = `${texts.updated} ${last}`;
}
