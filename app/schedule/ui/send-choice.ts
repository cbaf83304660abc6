import type { FetchedPage } from "~/ui/scripts/fetch-page";
import { sendForm } from "~/ui/scripts/send-form";
import { type JsonAnswer, sendJson } from "~/ui/scripts/send-json";
import { strings } from "../strings";

export interface Picked {
  datetime: string;
  therapist: string;
}

/** Asks for the picked time, to book it or to move the visit there. Throws where no answer came. */
export async function sendChoice(
  form: HTMLFormElement,
  button: HTMLElement | null,
  picked: Picked,
): Promise<JsonAnswer> {
  if (form.dataset.mode === "move") return askToMove(form, picked);
  const { patient, db } = document.getElementById("schedule")?.dataset ?? {};
  if (patient) return askToBook(form, picked, { patient_id: Number(patient), brightree_db: db });
  return answerOf(await sendForm(form, button));
}

const fieldOf = (form: HTMLFormElement, name: string) => form.elements.namedItem(name) as HTMLInputElement;

function askToMove(form: HTMLFormElement, picked: Picked): Promise<JsonAnswer> {
  return sendJson("PATCH", "/api/my-appointment", { ...picked, mark: fieldOf(form, "mark").value });
}

function askToBook(form: HTMLFormElement, picked: Picked, order: object): Promise<JsonAnswer> {
  return sendJson(
    "POST",
    "/api/schedule-appointment",
    {
      ...picked,
      ...order,
      sms_consent: fieldOf(form, "sms_consent").checked,
      mark: fieldOf(form, "mark").value,
    },
    { "Idempotency-Key": fieldOf(form, "idempotency_key").value },
  );
}

/**
 * Reads the page that the form led to as an API answer: a session opened by a query link does not name its
 * patient to the page, so its form goes to the page's own address.
 */
function answerOf({ ok, status, document: page }: FetchedPage): JsonAnswer {
  if (ok && page.body.textContent?.includes(strings.booked)) return { ok, status, data: {} };
  const error = page.querySelector("#confirm .notice, main .notice")?.textContent;
  const choices = [...page.querySelectorAll<HTMLButtonElement>("#confirm [name=choice]")];
  const alternatives = choices.map(({ value }) => {
    const [start, ...therapist] = value.split("|");
    return { start, therapist: therapist.join("|") };
  });
  // The start page without the booking: the session is over.
  return { ok: false, status: ok ? 401 : status, data: { error, alternatives } };
}
