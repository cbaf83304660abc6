import type { FetchedPage } from "~/ui/scripts/fetch-page";
import { sendForm } from "~/ui/scripts/send-form";
import { type JsonAnswer, sendJson } from "~/ui/scripts/send-json";

export interface Choice {
  datetime: string;
  therapist: string;
}

export interface ChoiceAnswer extends JsonAnswer {
  /** The page that the form led to. Set only in query sessions. */
  page?: Document;
}

/** Books the chosen time, or moves the visit to it. @throws if the server doesn't respond */
export async function sendChoice(
  form: HTMLFormElement,
  button: HTMLElement | null,
  choice: Choice,
): Promise<ChoiceAnswer> {
  const fields = Object.fromEntries(new FormData(form)) as Record<
    "page_token" | "updates" | "kind" | "idempotency_key",
    string
  >;
  const { page_token, updates, kind } = fields;
  if (form.dataset.mode === "move")
    return sendJson("PATCH", "/api/my-appointment", { ...choice, page_token });
  const { patient, db } = document.getElementById("schedule")?.dataset ?? {};
  // In query sessions, the page doesn't know the patient, so it sends its form instead of calling the API.
  if (!patient) return answerOf(await sendForm(form, button));
  const sms_consent = "sms_consent" in fields;
  return sendJson(
    "POST",
    "/api/schedule-appointment",
    { ...choice, patient_id: Number(patient), brightree_db: db, sms_consent, updates, kind, page_token },
    { "Idempotency-Key": fields.idempotency_key },
  );
}

export const fieldOf = (form: HTMLFormElement, name: string) =>
  form.elements.namedItem(name) as HTMLInputElement;

function answerOf({ ok, status, document: page }: FetchedPage): ChoiceAnswer {
  if (page.querySelector("[data-flash=booked]")) return { ok, status, data: {} };
  const error = page.querySelector("#confirm .notice, main .notice")?.textContent;
  const alternatives = [...page.querySelectorAll("#confirm [name=choice]")];
  // A start page without a booking means that the session has ended.
  return { ok: false, status: ok ? 401 : status, data: { error, alternatives }, page };
}
