import { browserSupportsWebAuthn, startRegistration } from "@simplewebauthn/browser";
import { passkeyProblem } from "~/ui/scripts/passkey-problem";
import { sendJson } from "~/ui/scripts/send-json";
import { notice } from "~/ui/scripts/show-notice";

const form = document.querySelector<HTMLFormElement>("#new-passkey");
if (form && browserSupportsWebAuthn()) {
  document.getElementById("passkey-unsupported")?.remove();
  form.hidden = false;
  const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement | null;
  const showProblem = (text: string) =>
    document.getElementById("passkey-problem")?.replaceChildren(notice("bad", text));
  const button = form.querySelector("button");
  let busy = false;
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    if (busy) return;
    busy = true;
    if (button) button.disabled = true;
    try {
      const { ok, data } = await sendJson("POST", "/api/passkeys/options", {
        current: field("current")?.value,
      });
      if (!ok) throw new Error(data.error || "The passkey could not be added. Try again.");
      const made = await startRegistration({ optionsJSON: data });
      const response = field("response");
      if (response) response.value = JSON.stringify(made);
      // The password has been checked, and the page must not send it again.
      field("current")?.remove();
      form.submit();
    } catch (error) {
      busy = false;
      if (button) button.disabled = false;
      showProblem(passkeyProblem(error));
    }
  });
}
