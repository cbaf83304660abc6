import { shortestPassword } from "~/accounts/passwords/password-length";
import { sendJson } from "~/ui/scripts/send-json";
import { notice } from "~/ui/scripts/show-notice";
import { accountStrings as strings } from "../strings";

const form = document.querySelector<HTMLFormElement>("form#reset");
const messageArea = document.getElementById("reset-problem");
const button = form?.querySelector("button");

if (form && messageArea && button) {
  let busy = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (busy) return;
    const typed = new FormData(form);
    const password = String(typed.get("password"));
    const showError = (text: string) => messageArea.replaceChildren(notice("bad", text));
    messageArea.replaceChildren();
    if (password.length < shortestPassword) return void showError(strings.tooShort);
    if (password !== typed.get("confirm_password")) return void showError(strings.noMatch);
    busy = true;
    button.disabled = true;
    button.textContent = strings.resetBusy;
    try {
      const token = form.action.split("/").at(-1);
      const { ok, data } = await sendJson("POST", `/api/reset-password/${token}`, { password });
      if (ok && data.success) {
        alert(strings.resetDone);
        return location.assign("/");
      }
      showError(data.message || strings.resetFailed);
    } catch {
      showError(strings.resetServerError);
    }
    busy = false;
    button.disabled = false;
    button.textContent = strings.resetButton;
  });
}
