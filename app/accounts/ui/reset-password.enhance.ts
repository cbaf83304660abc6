import { shortestPassword } from "~/accounts/passwords/password-length";
import { sendJson } from "~/ui/scripts/send-json";
import { notice } from "~/ui/scripts/show-notice";
import { onSubmit } from "~/ui/scripts/while-busy";
import { accountStrings as strings } from "../strings";

const form = document.querySelector<HTMLFormElement>("form#reset");
const messageArea = document.getElementById("reset-problem");

if (form && messageArea) {
  const showError = (text: string) => void messageArea.replaceChildren(notice("bad", text));
  const reset = async () => {
    messageArea.replaceChildren();
    const typed = new FormData(form);
    const password = String(typed.get("password"));
    if (password.length < shortestPassword) return showError(strings.tooShort);
    if (password !== typed.get("confirm_password")) return showError(strings.noMatch);
    try {
      const token = form.action.split("/").at(-1);
      const { ok, data } = await sendJson("POST", `/api/reset-password/${token}`, { password });
      if (!ok || !data.success) return showError(data.message || strings.resetFailed);
      alert(strings.resetDone);
      location.assign("/");
      return "leaving";
    } catch {
      return showError(strings.resetServerError);
    }
  };
  onSubmit(form, reset, strings.resetBusy);
}
