import { toast } from "~/ui/scripts/show-notice";

const watched = new WeakSet<HTMLFormElement>();

/** When it is too late to undo a reassignment, shows that the notices were sent. */
export function watchUndoTime(): void {
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-undo-seconds]")) {
    if (watched.has(form)) continue;
    watched.add(form);
    const { undoSeconds, undoneText = "" } = form.dataset;
    setTimeout(() => {
      if (!form.isConnected) return;
      const text = document.createElement("p");
      text.textContent = undoneText;
      form.replaceWith(text);
      toast(undoneText);
    }, Number(undoSeconds) * 1000);
  }
}
