import { shortestPassword } from "~/accounts/passwords/password-length";
import { sendJson } from "~/ui/scripts/send-json";
import { notice } from "~/ui/scripts/show-notice";
import { accountStrings as words } from "../strings";

const form = document.querySelector<HTMLFormElement>("form#reset");
const said = document.getElementById("said-reset");
const button = form?.querySelector("button");

if (form && said && button) {
  let busy = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (busy) return;
    const typed = new FormData(form);
    const password = String(typed.get("password"));
    const tell = (text: string) => said.replaceChildren(notice("bad", text));
    said.replaceChildren();
    if (password.length < shortestPassword) return void tell(words.tooShort);
    if (password !== typed.get("confirm_password")) return void tell(words.noMatch);
    busy = true;
    button.disabled = true;
    button.textContent = words.resetBusy;
    try {
      const token = form.action.split("/").at(-1);
      const { ok, data } = await sendJson("POST", `/api/reset-password/${token}`, { password });
      if (ok && data.success) {
        alert(words.resetDone);
        return location.assign("/");
      }
      tell(data.message || words.resetFailed);
    } catch {
      tell(words.resetServerError);
    }
    busy = false;
    button.disabled = false;
    button.textContent = words.resetButton;
  });
}
