import { reportActivity } from "~/ui/scripts/report-activity";
import { sendJson } from "~/ui/scripts/send-json";
import { notice } from "~/ui/scripts/show-notice";
import { onSubmit } from "~/ui/scripts/while-busy";
import type { CodeBoxes } from "./code-boxes";
import { loginTexts } from "./login-texts";

export function watchPatientForm(boxes: CodeBoxes): void {
  const form = document.querySelector<HTMLFormElement>("#panel-patient form");
  const result = document.getElementById("result-patient");
  const fact = document.getElementById("fact");
  const newLink = document.getElementById("new-link");
  const oldCode = newLink?.querySelector("input");
  if (!form || !result || !fact) return;
  document
    .getElementById("code-place")
    ?.addEventListener("input", () => result.querySelector(".bad")?.remove());
  const signIn = async () => {
    result.replaceChildren();
    const code = boxes.value();
    if (code.length < 6) {
      reportActivity("UI_LOGIN_PATIENT_VALIDATE_FAIL", { reason: "short code" });
      result.replaceChildren(notice("bad", loginTexts.codeShort));
      boxes.focus();
      return;
    }
    reportActivity("UI_LOGIN_PATIENT_ATTEMPT");
    try {
      const facts = fact.hidden ? {} : factsIn(form);
      const { ok, data } = await sendJson("POST", "/api/validate-code", { code, ...facts });
      if (ok && data.success) {
        reportActivity("UI_LOGIN_PATIENT_SUCCESS", { patient_id: data.patient_id });
        location.assign("/schedule");
        return "leaving";
      }
      reportActivity("UI_LOGIN_PATIENT_FAIL", { reason: data.error });
      const needsFact = data.need !== undefined;
      result.replaceChildren(notice(needsFact ? "plain" : "bad", data.error || loginTexts.codeRejected));
      if (needsFact) {
        fact.hidden = false;
        fact.querySelector("input")?.focus();
      } else boxes.focus();
      if (newLink && oldCode) {
        newLink.hidden = needsFact;
        oldCode.value = code;
      }
    } catch {
      reportActivity("UI_LOGIN_ERROR", { reason: "patient" });
      result.replaceChildren(notice("bad", loginTexts.error));
    }
  };
  onSubmit(form, signIn, loginTexts.busy);
}

function factsIn(form: HTMLFormElement): Record<string, string> {
  const typed = new FormData(form);
  return Object.fromEntries(
    ["phone_last4", "dob"].flatMap((name) => {
      const value = String(typed.get(name) ?? "").trim();
      return value ? [[name, value]] : [];
    }),
  );
}
