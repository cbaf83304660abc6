import { closeOnBack } from "./dialog-history";
import { fetchPage } from "./fetch-page";
import { fillDialog } from "./fill-dialog";
import { notice } from "./show-notice";

export interface SideSheet {
  readonly dialog: HTMLDialogElement;
  /** Shows the `data-sheet` part of a page, or opens the page if it has none. */
  open(href: string, from?: HTMLElement): Promise<void>;
  close(): void;
  /** Shows the `data-sheet` part of a page that is already loaded. @returns false if it has none */
  showPage(page: Document): boolean;
  takeOpened(): void;
}

interface SheetOptions {
  shown(dialog: HTMLDialogElement): void;
  /** Gets the focus if the element that opened the sheet no longer exists. */
  fallbackFocus?(): HTMLElement | null;
}

/**
 * A dialog that shows the `data-sheet` part of another page and that page's address, so that Back closes it.
 * Links with `data-opens` open in it. In an open one, GET forms with `data-stays` and links in a part with it show their page there. Its value is the title while loading, and `data-none` is the text if the
 * server doesn't respond. `data-close` links, Escape and a click outside close it.
 */
export function createSideSheet(options: SheetOptions): SideSheet {
  const dialog = document.createElement("dialog");
  dialog.id = "sheet";
  dialog.className = "dialog";
  let opener: HTMLElement | undefined;
  /** The address to show while the dialog is open. */
  let address: string | undefined;
  /** The page below the dialog, to which links with `data-returns` come back. */
  let below = "";
  /** The address to show after closing a dialog that the server opened, because it has no history entry. */
  let addressBelow: string | undefined;

  function openDialog(): void {
    if (dialog.open) return;
    below = addressBelow ?? location.pathname + location.search;
    // Not when the page loads, because the browser would compute the style of the whole page again.
    if (!dialog.isConnected) document.body.append(dialog);
    dialog.showModal();
    if (address) closeOnBack(dialog, address);
  }

  function show(part: Element, title: string | null | undefined): void {
    part.querySelector(".dialog-close")?.remove();
    const heading = part.querySelector("h2");
    fillDialog(dialog, heading?.textContent ? heading : (title ?? ""), document.adoptNode(part).childNodes);
    openDialog();
    for (const link of dialog.querySelectorAll<HTMLAnchorElement>("a[data-returns]")) {
      const to = new URL(link.href);
      const { pathname, search } = new URL(below, location.href);
      to.searchParams.set("back", pathname + search);
      link.href = to.href;
    }
    dialog.querySelector("h2")?.focus();
    options.shown(dialog);
  }

  function showText(title: string, text: string): void {
    const line = document.createElement("p");
    line.textContent = text;
    fillDialog(dialog, title, [line]);
    openDialog();
  }

  function showNoAnswer(from: HTMLElement | undefined): void {
    const { opens, none = "" } = from?.dataset ?? {};
    if (!dialog.open || none) showText(opens || "Not loaded", none);
    dialog.querySelector("[data-no-answer]")?.remove();
    const problem = notice("bad", "The server didn't respond. Try again.");
    problem.dataset.noAnswer = "";
    dialog.querySelector("h2")?.after(problem);
  }

  async function open(href: string, from?: HTMLElement): Promise<void> {
    if (!dialog.open) {
      opener = from;
      address = href;
      if (from?.dataset.opens) showText(from.dataset.opens, "Loading…");
    }
    try {
      const { document: page } = await fetchPage(href);
      if (!showPage(page)) location.assign(href);
    } catch {
      showNoAnswer(from);
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
    addressBelow = opened.querySelector<HTMLAnchorElement>("a[data-close]")?.href;
    if (addressBelow) history.replaceState({ page: addressBelow }, "");
    opened.remove();
    for (const behind of document.querySelectorAll("[inert]")) behind.removeAttribute("inert");
    show(opened, null);
  }

  dialog.addEventListener("close", () => {
    dialog.replaceChildren();
    if (addressBelow) history.replaceState(null, "", addressBelow);
    addressBelow = undefined;
    address = undefined;
    const back = opener?.isConnected ? opener : options.fallbackFocus?.();
    back?.focus();
  });
  dialog.addEventListener("click", (event) => {
    const { left, right, top, bottom } = dialog.getBoundingClientRect();
    const isOutside =
      event.clientX < left || event.clientX > right || event.clientY < top || event.clientY > bottom;
    if (event.target === dialog && isOutside && event.detail > 0) dialog.close();
  });
  dialog.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    if (form.dataset.stays === undefined) return;
    event.preventDefault();
    const filled = [...new FormData(form)].filter(([, value]) => value !== "") as [string, string][];
    open(`${form.getAttribute("action")}?${new URLSearchParams(filled)}`);
  });
  // A filter that is shown but not applied would mislead, because the buttons below act on the list.
  document.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLSelectElement && target.form?.dataset.stays !== undefined) {
      target.form.requestSubmit();
    }
  });
  document.addEventListener("click", (event) => {
    const link = (event.target as Element).closest<HTMLElement>(
      "a[data-opens], [data-close], #sheet [data-stays] a",
    );
    if (!link || event.button !== 0 || event.metaKey || event.ctrlKey) return;
    const { opens, close } = link.dataset;
    if (link instanceof HTMLAnchorElement && (opens !== undefined || close === undefined)) {
      event.preventDefault();
      open(link.href, link);
    } else if (dialog.contains(link)) {
      event.preventDefault();
      dialog.close();
    }
  });
  return { dialog, open, close: () => dialog.close(), showPage, takeOpened };
}
