import { notice } from "~/ui/scripts/show-notice";

const signInDelay = 1500;

/**
 * Opens the order system's single sign-on in a new tab, and the patient in another one 1.5 seconds later. Browsers
 * allow one new tab per click, so without permission for more, the patient is offered as a link instead.
 */
export function openAfterSignIn(link: HTMLAnchorElement, signIn: string): void {
  window.open(signIn, "_blank", "noopener");
  setTimeout(() => {
    // With "noopener", the result would not show whether the browser blocked the tab.
    const tab = window.open("", "_blank");
    if (!tab) return offerPatient(link);
    tab.opener = null;
    tab.location.replace(link.href);
  }, signInDelay);
}

function offerPatient(link: HTMLAnchorElement): void {
  const { patientLink: patient = "" } = link.dataset;
  document.querySelector("[data-offered]")?.remove();
  const box = notice("plain", "Sign in to the order system in the new tab. Then open the patient here.", " ");
  box.dataset.offered = "";
  const again = document.createElement("a");
  again.href = link.href;
  again.target = "_blank";
  again.rel = "noreferrer";
  again.textContent = `Open patient ${patient}`;
  box.lastElementChild?.replaceChildren(again);
  link.closest("dl")?.after(box);
}
