import { formatWhen } from "~/core/time";
import { formatDuration } from "~/tracking/duration";
import { fetchPage } from "~/ui/scripts/fetch-page";
import { fetchWithTimeout } from "~/ui/scripts/fetch-with-timeout";
import { keepStyle } from "~/ui/scripts/keep-style";
import { ownZone, sendZone, showInOwnZone } from "~/ui/scripts/local-times";
import { whenIdle } from "~/ui/scripts/when-idle";
import { strings } from "../strings";
import { textFingerprint } from "../timeline-fingerprint";

/** Part 1, section 9. */
const refreshEvery = 30_000;

whenIdle(() => {
  showInOwnZone(document);
  keepLast(document.querySelector("#track-said time")?.textContent ?? "");
  keepEarliest();
  keepForLater();
  sendZone();
  keepStyle();
});
setInterval(tick, 1000);
setInterval(() => {
  if (document.visibilityState === "visible") refresh(false);
}, refreshEvery);
document.getElementById("refresh")?.addEventListener("click", (event) => {
  event.preventDefault();
  refresh(true);
});

/** A page opened by its link is kept for a time without connection; one of a session is not. */
async function keepForLater(): Promise<void> {
  const { serviceWorker } = navigator;
  if (!serviceWorker || !/^\/track\/./.test(location.pathname)) return;
  try {
    await serviceWorker.register("/track-worker.js", { scope: "/track/" });
    if (serviceWorker.controller) return;
    // The first time, this very page came before the worker did.
    serviceWorker.addEventListener("controllerchange", () => fetch(location.pathname), { once: true });
  } catch {
    // A browser that keeps nothing shows what it can load.
  }
}

function tick(): void {
  for (const span of document.querySelectorAll<HTMLElement>("#track [data-since]")) {
    const until = span.dataset.until ? Number(span.dataset.until) : Date.now();
    span.textContent = formatDuration(until - Number(span.dataset.since));
  }
}

/** Total time counts from the earliest start ever seen in this browser (part 1, section 4). */
function keepEarliest(): void {
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
    started.dateTime = new Date(earliest).toISOString();
    started.textContent = formatWhen(earliest, ownZone());
  } catch {
    // A browser that keeps nothing shows what the server knows.
  }
  tick();
}

let asking = false;

/** Asks how things stand, and takes the page anew where that has changed. */
async function refresh(wanted: boolean): Promise<void> {
  if (asking) return;
  asking = true;
  if (wanted) say(strings.loading);
  try {
    const timeline = await ask();
    const mark = document.getElementById("track")?.dataset.mark;
    if (wanted || textFingerprint(timeline) !== mark) await takeAnew();
    sayUpdated();
  } catch (error) {
    const last = document.getElementById("track-said")?.dataset.last;
    say(error instanceof Unanswered ? error.message : `${strings.offline} ${last}.`);
  } finally {
    asking = false;
  }
}

class Unanswered extends Error {}

/** The three ways of part 1, section 7, until one answers ok. */
async function ask(): Promise<string> {
  const code = document.getElementById("track")?.dataset.code;
  const paths = ["/api/shortlink/timeline"];
  if (code) {
    const encoded = encodeURIComponent(code);
    paths.unshift(`/api/shortlink/timeline/${encoded}`, `/api/shortlink/timeline?code=${encoded}`);
  }
  let status = 0;
  for (const path of paths) {
    const response = await fetchWithTimeout(path, { headers: { "X-Background": "1" } });
    status = response.status;
    const text = await response.text();
    if (response.ok && JSON.parse(text).ok === true) return text;
  }
  throw new Unanswered(status ? strings.httpFailed(status) : strings.failed);
}

async function takeAnew(): Promise<void> {
  const { ok, status, document: next } = await fetchPage(location.href, { "X-Background": "1" });
  const fresh = next.getElementById("track");
  if (!ok || !fresh) throw new Unanswered(strings.httpFailed(status));
  document.getElementById("track")?.replaceWith(fresh);
  showInOwnZone(fresh);
  keepEarliest();
}

function say(text: string): void {
  const line = document.getElementById("track-said");
  if (line) line.textContent = text;
}

/** When the page was last known to be right, for the day nothing more can be learnt. */
function keepLast(when: string): void {
  const line = document.getElementById("track-said");
  if (line) line.dataset.last = when;
}

function sayUpdated(): void {
  const line = document.getElementById("track-said");
  if (!line) return;
  const last = formatWhen(Date.now(), ownZone());
  keepLast(last);
  // The time alone changes every half minute: that is nothing to read out.
  line.setAttribute("aria-live", "off");
  line.textContent = `${strings.updated} ${last}`;
}
