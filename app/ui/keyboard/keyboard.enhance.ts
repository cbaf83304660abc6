import { fetchPage } from "../scripts/fetch-page";
import { fillDialog } from "../scripts/fill-dialog";
import { toast } from "../scripts/show-notice";
import { countUndos } from "../scripts/undo";
import { keysHref, pageKeys } from "./keys";
import { isInRow, keepRowFocus, moveFocus } from "./rows";
import { openSearch, watchSearch } from "./search-panel";

let dialog: HTMLDialogElement | undefined;

const hasSingleKeys = document.documentElement.dataset.keys !== "off";
const isMac = navigator.platform.startsWith("Mac");
const waitAfterG = 2000;

let goPressedAt = Number.NEGATIVE_INFINITY;

watchSearch();
countUndos();
keepRowFocus();

// Handles the second key of a sequence before a calendar does.
addEventListener("keydown", onSecondKey, true);
document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.isComposing) return;
  if (event.key.toLowerCase() === "k" && (isMac ? event.metaKey : event.ctrlKey))
    return onKey(event, openSearch);
  if (event.key === "?" && hasSingleKeys && !isTyped(event)) {
    event.preventDefault();
    return void showKeys();
  }
  if (!isFree(event)) return;
  if (event.key.startsWith("Arrow")) return onArrow(event);
  if (!hasSingleKeys) return;
  if (event.key === "/") return onKey(event, openSearch);
  if (event.shiftKey) return;
  if (event.key === "j" || event.key === "k") {
    if (moveFocus(event.key === "j" ? 1 : -1)) event.preventDefault();
  } else if (!event.repeat && event.key === "g") goPressedAt = event.timeStamp;
  else if (!event.repeat) onLetter(event);
});

function onKey(event: KeyboardEvent, act: () => void): void {
  if (document.querySelector("dialog[open]")) return;
  event.preventDefault();
  act();
}

/** True if the key doesn't belong to a field, a dialog or the browser. */
const isFree = (event: KeyboardEvent): boolean => !document.querySelector("dialog[open]") && !isTyped(event);

const isTyped = ({ target, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  ctrlKey ||
  metaKey ||
  altKey ||
  (target as Element).closest("input, select, textarea, [contenteditable]") !== null;

function onArrow(event: KeyboardEvent): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key] as 1 | -1 | undefined;
  if (step && isInRow(event.target as Element) && moveFocus(step)) event.preventDefault();
}

/** Elements declare their key: `data-key="r"`. */
function onLetter(event: KeyboardEvent): void {
  if (!/^[a-z]$/.test(event.key)) return;
  const targets = [...document.querySelectorAll<HTMLElement>(`[data-key="${event.key}"]`)];
  const target = targets.find((element) => element.getClientRects().length > 0);
  if (!target) return;
  event.preventDefault();
  if (target.matches("input, textarea")) target.focus();
  else target.click();
}

function onSecondKey(event: KeyboardEvent): void {
  const isSecond = event.timeStamp - goPressedAt < waitAfterG && event.key.toLowerCase() !== "g";
  if (!isSecond || !isFree(event)) return;
  goPressedAt = Number.NEGATIVE_INFINITY;
  const letter = event.key.toUpperCase();
  const link = [...document.querySelectorAll<HTMLAnchorElement>(".side-nav a[href]")].find(
    (each) => pageKeys[each.getAttribute("href") ?? ""] === letter,
  );
  if (!link) return;
  event.preventDefault();
  event.stopPropagation();
  location.assign(link.href);
}

/** Shows the list of keys in a dialog. */
async function showKeys(): Promise<void> {
  if (dialog?.open) return;
  const page = await fetchPage(keysHref).catch(() => null);
  const part = page?.document.getElementById("keys");
  if (!part) return toast("The server didn't respond. Try again.");
  if (dialog?.open) return;
  dialog ??= document.body.appendChild(document.createElement("dialog"));
  dialog.id = "keys-dialog";
  dialog.className = "dialog keys-dialog";
  const title = page?.document.querySelector("h1")?.textContent ?? "";
  fillDialog(dialog, title, document.adoptNode(part).childNodes);
  dialog.showModal();
  dialog.querySelector("h2")?.focus();
}
