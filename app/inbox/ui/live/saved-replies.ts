import { placeholdersIn } from "../../replies/saved-reply";
import { replyField } from "./inbox-page";

const menu = () => document.getElementById("saved-replies") as HTMLDetailsElement | null;

export function watchSavedReplies(): void {
  document.addEventListener("click", (event) => {
    const target = event.target as Element;
    const reply = target.closest<HTMLElement>("#saved-replies a[data-insert]");
    const isOutside = !target.closest("#saved-replies");
    if (isOutside) menu()?.removeAttribute("open");
    if (!reply || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    menu()?.removeAttribute("open");
    insert(reply.dataset.insert ?? "");
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu()?.open) return;
    menu()?.removeAttribute("open");
    if (menu()?.contains(event.target as Node)) menu()?.querySelector("summary")?.focus();
  });
}

/** Inserts text at the cursor, and selects the first placeholder without a value. */
function insert(text: string): void {
  const field = replyField();
  if (!field) return;
  const { selectionStart: start, selectionEnd: end, value } = field;
  const before = /\S$/.test(value.slice(0, start)) ? " " : "";
  const after = /^\S/.test(value.slice(end)) ? " " : "";
  field.focus();
  field.setRangeText(before + text + after, start, end, "end");
  const [placeholder] = placeholdersIn(text);
  if (placeholder) {
    const at = field.value.indexOf(placeholder, start);
    field.setSelectionRange(at, at + placeholder.length);
  }
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
