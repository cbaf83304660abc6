import { plural } from "~/core/plural";
import { countDown } from "~/ui/scripts/count-down";
import { toast } from "~/ui/scripts/show-notice";

const watched = new WeakSet<HTMLFormElement>();

/** When it is too late to undo a reassignment, shows that the notices were sent. */
export function watchUndoTime(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-undo-seconds]")) {
    if (watched.has(form)) continue;
    watched.add(form);
    const { undoSeconds, undoneText = "" } = form.dataset;
    const until = performance.now() + Number(undoSeconds) * 1000;
    const line = form.querySelector("[data-countdown]");
    countDown(until, (seconds) => {
      if (line) line.textContent = line.textContent?.replace(/\d+ seconds?/, plural(seconds, "second")) ?? "";
      return form.isConnected;
    });
    setTimeout(() => {
      if (!form.isConnected) return;
      const text = document.createElement("p");
      text.textContent = undoneText;
      form.replaceWith(text);
      toast(undoneText);
    }, Number(undoSeconds) * 1000);
  }
}
