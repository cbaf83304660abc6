import { fetchPage } from "../scripts/fetch-page";
import { toast } from "../scripts/show-notice";
import { keysHref } from "./keys";

let dialog: HTMLDialogElement | undefined;

/** Shows the list of keys in a dialog. */
export async function showKeys(): Promise<void> {
  if (dialog?.open) return;
  const page = await fetchPage(keysHref).catch(() => null);
  const part = page?.document.getElementById("keys");
  if (!part) return toast("The server didn't respond. Try again.");
  if (dialog?.open) return;
  dialog ??= document.body.appendChild(document.createElement("dialog"));
  dialog.className = "dialog keys-dialog";
  dialog.setAttribute("aria-labelledby", "keys-title");
  const close = document.createElement("button");
  close.className = "dialog-close";
  close.setAttribute("aria-label", "Close");
  close.textContent = "×";
  close.addEventListener("click", () => dialog?.close());
  const title = document.createElement("h2");
  title.id = "keys-title";
  title.tabIndex = -1;
  title.textContent = page?.document.querySelector("h1")?.textContent ?? "";
  dialog.replaceChildren(close, title, ...document.adoptNode(part).childNodes);
  dialog.showModal();
  title.focus();
}
