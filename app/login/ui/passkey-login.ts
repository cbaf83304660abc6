import { passkeyProblem } from "~/ui/scripts/passkey-problem";
import { type JsonAnswer, sendJson } from "~/ui/scripts/send-json";

interface PasskeyLogin {
  /** The challenge for the second step. Empty in the first step. */
  challenge(): string;
  handleResponse(response: JsonAnswer): "leaving" | undefined;
  showProblem(text: string): void;
}

/** Shows the button "Sign in with a passkey" if the browser supports passkeys. */
export function watchPasskeyButton({ challenge, handleResponse, showProblem }: PasskeyLogin): void {
  const button = document.querySelector<HTMLButtonElement>("#passkey");
  const script = button?.dataset.script;
  if (!button || !script || !("PublicKeyCredential" in window)) return;
  button.hidden = false;
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      const { ok, data } = await sendJson("POST", "/api/login/passkey/options", {
        challenge: challenge() || undefined,
      });
      if (!ok) throw new Error(data.error);
      const { startAuthentication }: typeof import("./passkey.enhance") = await import(script);
      const response = await startAuthentication({ optionsJSON: data });
      if (handleResponse(await sendJson("POST", "/api/login/passkey", { response })) === "leaving") return;
    } catch (error) {
      showProblem(passkeyProblem(error));
    }
    button.disabled = false;
  });
}
