import { browserSupportsWebAuthn, startRegistration } from "@simplewebauthn/browser";
import { passkeyProblem } from "~/ui/scripts/passkey-problem";
import { sendJson } from "~/ui/scripts/send-json";
import { notice } from "~/ui/scripts/show-notice";
import { onSubmit } from "~/ui/scripts/while-busy";

const form = document.querySelector<HTMLFormElement>("#new-passkey");
if (form && browserSupportsWebAuthn()) {
  document.getElementById("passkey-unsupported")?.remove();
  form.hidden = false;
  const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement | null;
  onSubmit(form, async () => {
    try {
      const { ok, data } = await sendJson("POST", "/api/passkeys/options", {
        current: field("current")?.value,
      });
      if (!ok) throw new Error(data.error || "The passkey could not be added. Try again.");
      const made = await startRegistration({ optionsJSON: data });
      const response = field("response");
      if (response) response.value = JSON.stringify(made);
      // The password has already been checked, so it isn't sent again.
      field("current")?.remove();
      form.submit();
      return "leaving";
    } catch (error) {
      document.getElementById("passkey-problem")?.replaceChildren(notice("bad", passkeyProblem(error)));
    }
  });
}
