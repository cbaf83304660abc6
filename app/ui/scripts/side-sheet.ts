import { fetchPage } from "./fetch-page";
import { notice } from "./show-notice";

export interface SideSheet {
  readonly dialog: HTMLDialogElement;
  /** Shows what stands at an address; one that holds no such part is gone to. */
  open(href: string, from?: HTMLElement): Promise<void>;
  close(): void;
  /** Shows that part of a page fetched otherwise, as a form's answer; false where it has none. */
  showPage(page: Document): boolean;
  /** Takes over the dialog that the server opened, if it did. */
  takeOpened(): void;
}

interface SheetWanted {
  /** Whenever something new stands in it. */
  arrived(dialog: HTMLDialogElement): void;
  /** Where the focus goes when the element it came from is gone. */
  focusBack?(): HTMLElement | null;
}

/**
 * A dialog over the page for what has an address of its own: the part of that page marked `data-sheet`.
 * The address goes along, so that Back closes it and it can be shared. Links marked `data-opens` open in
 * it (`data-opens="Title"` shows that title and 'Loading…' until it is there, and what `data-none` says of an
 * empty list where no answer comes), those marked `data-close` close it, and so do Escape and a click beside it.
 */
export function createSideSheet(wanted: SheetWanted): SideSheet {
  const dialog = document.createElement("dialog");
  dialog.id = "sheet";
  dialog.className = "dialog";
  dialog.setAttribute("aria-labelledby", "sheet-title");
  document.body.append(dialog);
  let came: HTMLElement | undefined;
  let wentAlong = false;
  // Under a dialog that came with the page lies no page of its own in the history.
  let below: string | undefined;

  function show(part: Element, title: string | null | undefined): void {
    part.querySelector(".dialog-close")?.remove();
    const heading = part.querySelector("h2") ?? document.createElement("h2");
    heading.id = "sheet-title";
    heading.tabIndex = -1;
    if (!heading.textContent) heading.textContent = title ?? "";
    dialog.replaceChildren(closer(), heading, ...document.adoptNode(part).childNodes);
    if (!dialog.open) dialog.showModal();
    heading.focus();
    wanted.arrived(dialog);
  }

  function showText(title: string, text: string): void {
    const heading = document.createElement("h2");
    heading.id = "sheet-title";
    heading.textContent = title;
    const line = document.createElement("p");
    line.textContent = text;
    dialog.replaceChildren(closer(), heading, line);
    if (!dialog.open) dialog.showModal();
  }

  /** Says in the dialog that no answer came; what is in it stays. */
  function showLost(from: HTMLElement | undefined): void {
    const { opens, none = "" } = from?.dataset ?? {};
    if (!dialog.open || none) showText(opens || "Not loaded", none);
    dialog.querySelector("[data-lost]")?.remove();
    const lost = notice("bad", "There was no answer. Please try again.");
    lost.dataset.lost = "";
    dialog.querySelector("h2")?.after(lost);
  }

  async function open(href: string, from?: HTMLElement): Promise<void> {
    if (!dialog.open) {
      came = from;
      history.pushState({ sheet: true }, "", href);
      wentAlong = true;
      if (from?.dataset.opens) showText(from.dataset.opens, "Loading…");
    }
    try {
      const { document: page } = await fetchPage(href);
      if (!showPage(page)) location.assign(href);
    } catch {
      showLost(from);
    }
  }

  function showPage(page: Document): boolean {
    const part = page.querySelector("[data-sheet]");
    if (part) show(part, page.querySelector("h1")?.textContent);
    return part !== null;
  }

  function takeOpened(): void {
    const opened = document.querySelector<HTMLDialogElement>("dialog[open][data-sheet]");
    if (!opened) return;
    below = opened.querySelector<HTMLAnchorElement>("a[data-close]")?.href;
    opened.remove();
    for (const behind of document.querySelectorAll("[inert]")) behind.removeAttribute("inert");
    show(opened, null);
  }

  dialog.addEventListener("close", () => {
    dialog.replaceChildren();
    if (below) history.replaceState(null, "", below);
    below = undefined;
    const back = came?.isConnected ? came : wanted.focusBack?.();
    back?.focus();
    if (wentAlong) history.back();
    wentAlong = false;
  });
  dialog.addEventListener("click", (event) => {
    const { left, right, top, bottom } = dialog.getBoundingClientRect();
    const beside =
      event.clientX < left || event.clientX > right || event.clientY < top || event.clientY > bottom;
    // A key that presses a button clicks at no place at all.
    if (event.target === dialog && beside && event.detail > 0) dialog.close();
  });
  document.addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLElement>("a[data-opens], [data-close]");
    if (!link || event.button !== 0 || event.metaKey || event.ctrlKey) return;
    if (link instanceof HTMLAnchorElement && link.dataset.opens !== undefined) {
      event.preventDefault();
      open(link.href, link);
    } else if (dialog.contains(link)) {
      event.preventDefault();
      dialog.close();
    }
  });
  addEventListener("popstate", () => {
    wentAlong = false;
    if (dialog.open) dialog.close();
    else if (history.state?.sheet) location.reload();
  });
  return { dialog, open, close: () => dialog.close(), showPage, takeOpened };
}

function closer(): HTMLElement {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "dialog-close";
  button.dataset.close = "";
  button.setAttribute("aria-label", "Close");
  button.textContent = "×";
  return button;
}
