import { toast } from "~/ui/scripts/show-notice";

// Continues a bulk change that didn't finish within one request.
document.querySelector<HTMLFormElement>("form[data-continue]")?.querySelector("button")?.click();

// When it is too late to undo, shows that the notices were sent.
for (const form of document.querySelectorAll<HTMLFormElement>("form[data-undo-seconds]")) {
  const { undoSeconds, undoneText = "" } = form.dataset;
  setTimeout(() => {
    const text = document.createElement("p");
    text.textContent = undoneText;
    form.replaceWith(text);
    toast(undoneText);
  }, Number(undoSeconds) * 1000);
}
