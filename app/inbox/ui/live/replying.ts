import { fetchWithTimeout } from "~/ui/scripts/fetch-with-timeout";
import { refresh } from "./inbox-page";

const reportEvery = 5000;

let reported = { thread: "", at: -reportEvery };
let look: number | undefined;

/** Reports that the user is typing a reply, and checks whether other staff are. */
export function watchReplying(): void {
  document.addEventListener("input", ({ target, timeStamp }) => {
    const field = target as HTMLTextAreaElement;
    if (field.id === "body" && field.value.trim()) report(field.form?.dataset.send ?? "", timeStamp);
  });
  document.addEventListener("shown", () => {
    clearTimeout(look);
    if (document.getElementById("replying")?.textContent) look = window.setTimeout(refresh, reportEvery);
  });
}

/** @param now ms since the page was opened */
function report(thread: string, now: number): void {
  if (!thread || (reported.thread === thread && now - reported.at < reportEvery)) return;
  reported = { thread, at: now };
  // If it fails, others just see it later.
  fetchWithTimeout(`/api/sms/thread/${thread}/replying`, { method: "POST" }).catch(() => {});
}
