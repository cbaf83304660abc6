import { keepForOffline } from "~/schedule/ui/keep-for-offline";
import { keepStyle } from "~/ui/scripts/keep-style";
import { sendZone, showInOwnZone, startIntl } from "~/ui/scripts/local-times";
import { whenIdle } from "~/ui/scripts/when-idle";
import { type CodeBoxes, codeBoxes } from "./code-boxes";
import { watchPatientForm } from "./patient-login";
import { watchStaffForm } from "./staff-login";

let boxes: CodeBoxes | null = null;

// Changes before the page has loaded would be laid out in the script's own task.
whenIdle(
  () => {
    boxes = codeBoxes();
    if (boxes) watchPatientForm(boxes);
  },
  () =>
    watchTabs((tab) => {
      if (tab === "patient") boxes?.focus();
    }),
  focusFirst,
  watchStaffForm,
  () => void keepForOffline(),
  ...startIntl,
  () => showInOwnZone(document),
  sendZone,
  () => void keepStyle(),
);

/** If sign-in is in a closed <details>, the focus stays on the visit above it. */
function focusFirst(): void {
  const isUntouched = document.activeElement === document.body;
  if (
    isUntouched &&
    document.querySelector("#panel-patient:not([hidden])") &&
    !document.querySelector("details:not([open]) #tabs")
  ) {
    boxes?.focus();
  }
}

/** @param opened called after each change */
function watchTabs(opened: (name: string) => void): void {
  const list = document.getElementById("tabs");
  const tabs = [...(list?.querySelectorAll<HTMLAnchorElement>("a[data-tab]") ?? [])];
  if (!list || tabs.length === 0) return;
  list.setAttribute("role", "tablist");
  for (const tab of tabs) {
    tab.setAttribute("role", "tab");
    tab.setAttribute("aria-controls", `panel-${tab.dataset.tab}`);
    document.getElementById(`panel-${tab.dataset.tab}`)?.setAttribute("role", "tabpanel");
  }
  const mark = (chosen: HTMLAnchorElement) => {
    for (const tab of tabs) {
      const on = tab === chosen;
      tab.setAttribute("aria-selected", String(on));
      if (on) tab.setAttribute("aria-current", "page");
      else tab.removeAttribute("aria-current");
      tab.tabIndex = on ? 0 : -1;
      const panel = document.getElementById(`panel-${tab.dataset.tab}`);
      if (panel) panel.hidden = !on;
    }
  };
  const show = (chosen: HTMLAnchorElement) => {
    mark(chosen);
    opened(chosen.dataset.tab ?? "");
  };
  list.addEventListener("click", (event) => {
    const tab = (event.target as Element).closest<HTMLAnchorElement>("a[data-tab]");
    if (!tab || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    history.replaceState(null, "", tab.href);
    show(tab);
  });
  list.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowLeft" && event.key !== "ArrowRight") return;
    const other = tabs.find((tab) => tab.tabIndex === -1);
    if (!other) return;
    event.preventDefault();
    history.replaceState(null, "", other.href);
    show(other);
    other.focus();
  });
  const first = tabs.find((tab) => tab.hasAttribute("aria-current")) ?? tabs[0];
  if (first) mark(first);
}
