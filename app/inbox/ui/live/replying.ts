import { fetchWithTimeout } from "~/ui/scripts/fetch-with-timeout";
import { refresh } from "./inbox-page";

const reportEvery = 5000;

let reported = { thread: "", at: -reportEvery };
let timer: number | undefined;

/** Reports that the user is typing a reply, and refreshes the page while someone else is. */
export function watchReplying(): void {
  document.addEventListener("input", ({ target, timeStamp }) => {
    const field = target as HTMLTextAreaElement;
    if (field.id === "body" && field.value.trim()) report(field.form?.dataset.send ?? "", timeStamp);
  });
  document.addEventListener("shown", () => {
    clearTimeout(timer);
    if (document.getElementById("replying")?.textContent) timer = window.setTimeout(refresh, reportEvery);
  });
}

/** @param now milliseconds since the page was opened */
function report(thread: string, now: number): void {
  if (!thread || (reported.thread === thread && now - reported.at < reportEvery)) return;
  reported = { thread, at: now };
  // If this report fails, the next one replaces it.
  fetchWithTimeout(`/api/sms/thread/${thread}/replying`, { method: "POST" }).catch(() => {});
}
