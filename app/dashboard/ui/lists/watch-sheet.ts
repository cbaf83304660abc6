import { showInOwnZone } from "~/ui/scripts/local-times";
import { sendForm, sendPlainly } from "~/ui/scripts/send-form";
import { notice } from "~/ui/scripts/show-notice";
import { createSideSheet } from "~/ui/scripts/side-sheet";

export function watchSheet(): void {
  const { dialog } = createSideSheet({ shown: showInOwnZone });
  dialog.classList.add("wide");

  function showNotice(tone: "good" | "bad", text: string): void {
    dialog.querySelector("[data-notice]")?.remove();
    const message = notice(tone, text);
    message.dataset.notice = "";
    dialog.querySelector("h2")?.after(message);
  }

  function show(page: Document): void {
    const heading = dialog.querySelector("h2");
    const part = page.querySelector("[data-sheet]");
    if (!heading || !part) {
      location.reload();
      return;
    }
    heading.textContent = page.querySelector("h1")?.textContent ?? "";
    while (heading.nextSibling) heading.nextSibling.remove();
    heading.after(...document.adoptNode(part).childNodes);
    showInOwnZone(dialog);
    const toast = page.getElementById("toasts")?.textContent;
    if (toast) showNotice("good", toast);
    (dialog.querySelector<HTMLElement>("[aria-invalid]") ?? heading).focus();
  }

  dialog.addEventListener("submit", async (event) => {
    const form = event.target as HTMLFormElement;
    if (form.dataset.inPlace === undefined) return;
    event.preventDefault();
    if (form.getAttribute("aria-busy") === "true") return;
    form.setAttribute("aria-busy", "true");
    try {
      const page = await sendForm(form, event.submitter);
      if (page.status === 401) return sendPlainly(form, event.submitter);
      if (page.status >= 500) throw new Error(String(page.status));
      show(page.document);
    } catch {
      showNotice("bad", form.dataset.failed ?? "");
    } finally {
      form.removeAttribute("aria-busy");
    }
  });
}
