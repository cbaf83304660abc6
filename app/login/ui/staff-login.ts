import { homeOf } from "~/core/staff-home";
import { passkeyProblem } from "~/ui/scripts/passkey-problem";
import { reportActivity } from "~/ui/scripts/report-activity";
import { type JsonAnswer, sendJson } from "~/ui/scripts/send-json";
import { notice } from "~/ui/scripts/show-notice";
import { onSubmit } from "~/ui/scripts/while-busy";
import { staffStrings as strings } from "../staff-strings";

export function watchStaffForm(): void {
  const form = document.querySelector<HTMLFormElement>("#panel-staff form");
  const result = document.getElementById("result-staff");
  if (!form || !result) return;
  const field = (name: string) => form.elements.namedItem(name) as HTMLInputElement;
  const showResult = (tone: "plain" | "good" | "bad", text: string) =>
    result.replaceChildren(notice(tone, text));
  showPassword(field("password"));

  const signIn = async () => {
    result.replaceChildren();
    const email = field("email").value.trim();
    const challenge = field("challenge").value;
    reportActivity("UI_LOGIN_STAFF_ATTEMPT", { email });
    try {
      const response = challenge
        ? await sendJson("POST", "/api/login/verify", { challenge, code: field("code").value })
        : await sendJson("POST", "/api/login", { email, password: field("password").value });
      return handleResponse(response, email);
    } catch {
      reportActivity("UI_LOGIN_ERROR", { reason: "staff" });
      showResult("bad", strings.loginError);
    }
  };
  onSubmit(form, signIn, strings.busy);

  watchPasskeyButton({
    challenge: () => field("challenge").value,
    handleResponse: (response) => handleResponse(response, field("email").value.trim()),
    showProblem: (text) => showResult("bad", text),
  });

  function handleResponse({ ok, data }: JsonAnswer, email: string): "leaving" | undefined {
    if (ok && data.mfa_required) {
      field("challenge").value = data.challenge;
      const isShown = { "first-step": false, "second-step": true, forgot: false, sso: false, again: true };
      for (const [id, shown] of Object.entries(isShown)) {
        const part = document.getElementById(id);
        if (part) part.hidden = !shown;
      }
      showResult(
        "plain",
        strings.secondStep[data.way as keyof typeof strings.secondStep] ?? strings.secondStep.totp,
      );
      if (data.way === "passkey") askForRecoveryCode(field("code"));
      field("code").focus();
      return;
    }
    if (!ok || !data.token) {
      reportActivity("UI_LOGIN_STAFF_FAIL", { email, reason: data.error });
      showResult("bad", data.error || strings.loginRejected);
      return;
    }
    const roles = rolesIn(data);
    const home = homeOf(roles);
    if (!home) {
      reportActivity("UI_LOGIN_STAFF_UNKNOWN_ROLE", { email, roles });
      showResult("bad", strings.unknownRole);
      return;
    }
    reportActivity("UI_LOGIN_STAFF_SUCCESS", { email, roles });
    location.assign(form?.dataset.return || home);
    return "leaving";
  }

  document.getElementById("forgot")?.addEventListener("click", async (event) => {
    event.preventDefault();
    const email = field("email").value.trim();
    if (!email) {
      reportActivity("UI_FORGOT_PASSWORD_VALIDATE_FAIL", { reason: "no email" });
      showResult("bad", strings.emailFirst);
      field("email").focus();
      return;
    }
    reportActivity("UI_FORGOT_PASSWORD_ATTEMPT", { email });
    try {
      const { ok, data } = await sendJson("POST", "/api/request-password-reset", { email });
      reportActivity(ok ? "UI_FORGOT_PASSWORD_SUCCESS" : "UI_FORGOT_PASSWORD_FAIL", {
        email,
        reason: data.error,
      });
      if (ok && data.success) showResult("good", strings.resetSent);
      else showResult("bad", data.error || strings.resetRejected);
    } catch {
      reportActivity("UI_FORGOT_PASSWORD_ERROR", { email });
      showResult("bad", strings.resetError);
    }
  });
}

/** Returns the names in `roles`, or in `role`, which may contain several names separated by commas. */
function rolesIn({ roles, role }: { roles?: unknown; role?: unknown }): string[] {
  const named = Array.isArray(roles) ? roles.map(String) : String(role ?? "").split(",");
  return named.map((name) => name.trim().toLowerCase());
}

/** When the second step is a passkey, the code field accepts only recovery codes. */
function askForRecoveryCode(code: HTMLInputElement): void {
  const label = document.querySelector(`label[for=${code.id}]`);
  if (label) label.textContent = strings.recoveryCode;
  document.getElementById(`${code.id}-hint`)?.remove();
  code.removeAttribute("aria-describedby");
  code.inputMode = "text";
}

function showPassword(input: HTMLInputElement): void {
  const button = document.getElementById("show-password");
  if (!button) return;
  button.hidden = false;
  button.setAttribute("aria-label", strings.showPassword);
  button.addEventListener("click", () => {
    const shown = input.type === "text";
    input.type = shown ? "password" : "text";
    button.textContent = shown ? strings.show : strings.hide;
    button.setAttribute("aria-label", shown ? strings.showPassword : strings.hidePassword);
  });
}

interface PasskeyLogin {
  /** The challenge for the second step. Empty in the first step. */
  challenge(): string;
  handleResponse(response: JsonAnswer): "leaving" | undefined;
  showProblem(text: string): void;
}

function watchPasskeyButton({ challenge, handleResponse, showProblem }: PasskeyLogin): void {
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
