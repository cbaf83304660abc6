import { showInOwnZone } from "~/ui/scripts/local-times";
import { reportActivity } from "~/ui/scripts/report-activity";
import type { JsonAnswer } from "~/ui/scripts/send-json";
import { notice, toast } from "~/ui/scripts/show-notice";
import { strings } from "../strings";
import { refusalChoices } from "./refusal-choices";
import { type Picked, sendChoice } from "./send-choice";

/** Part 1, section 9. */
const redirectAfter = 1800;

/** Opens the question in the page itself, sends its answer, and shows what came of it. */
export function watchBooking(): void {
  document.addEventListener("click", (event) => {
    const target = event.target as Element;
    const slot = target.closest<HTMLAnchorElement>("a[data-at]");
    if (slot && event.button === 0 && !event.metaKey && !event.ctrlKey) {
      event.preventDefault();
      ask(slot);
    }
    if (target.closest("[data-close]")) {
      event.preventDefault();
      theDialog()?.close();
    }
  });
  document.addEventListener("change", (event) => {
    const box = event.target as HTMLInputElement;
    if (box.name !== "sms_consent") return;
    reportActivity("UI_SCHEDULE_SMS_CONSENT", { sms_consent: box.checked });
    holdBack();
  });
  document.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    if (!form.closest("#confirm")) return;
    event.preventDefault();
    const picked = pickedIn(form, event.submitter);
    reportActivity("UI_SCHEDULE_SUBMIT_ATTEMPT", { ...picked });
    answer(form, event.submitter, picked);
  });
  const opened = theDialog();
  if (opened?.open) {
    opened.close();
    show(opened);
  }
}

const theDialog = () => document.getElementById("confirm") as HTMLDialogElement | null;
const part = (name: string) => theDialog()?.querySelector<HTMLElement>(`[data-fill="${name}"]`);

function ask(slot: HTMLAnchorElement): void {
  const dialog = theDialog();
  const form = dialog?.querySelector("form");
  const time = dialog?.querySelector("time");
  if (!dialog || !form || !time) return;
  const { at = "", therapist = "" } = slot.dataset;
  const moving = form.dataset.mode === "move";
  form.action = `${moving ? "/my-visit/move" : "/schedule"}${slot.search}`;
  fieldOf(form, "datetime").value = at;
  fieldOf(form, "therapist").value = therapist;
  fieldOf(form, "idempotency_key").value = newKey();
  time.dateTime = at;
  const sentence = part("sentence");
  if (sentence) sentence.textContent = moving ? strings.confirmMove(therapist) : strings.confirm(therapist);
  part("problem")?.replaceChildren();
  part("alternatives")?.replaceChildren();
  form.querySelector("[data-confirm]")?.removeAttribute("hidden");
  show(dialog);
  const details = { datetime: at, therapist };
  reportActivity("UI_SCHEDULE_SELECT_SLOT_OPEN", details);
  reportActivity("UI_SCHEDULE_CONFIRM_OPEN", details);
}

function show(dialog: HTMLDialogElement): void {
  for (const behind of document.querySelectorAll("[inert]")) behind.removeAttribute("inert");
  showInOwnZone(dialog);
  dialog.showModal();
  holdBack();
}

/** Confirm waits for the consent, and says so. */
function holdBack(): void {
  const box = theDialog()?.querySelector<HTMLInputElement>("[name=sms_consent]");
  if (!box) return;
  const hint = part("hint");
  if (hint) {
    hint.hidden = false;
    hint.classList.toggle("away", box.checked);
  }
  for (const button of theDialog()?.querySelectorAll<HTMLButtonElement>("form button") ?? []) {
    button.disabled = !box.checked;
    button.setAttribute("aria-describedby", "confirm-hint");
  }
}

const fieldOf = (form: HTMLFormElement, name: string) => form.elements.namedItem(name) as HTMLInputElement;

function pickedIn(form: HTMLFormElement, button: HTMLElement | null): Picked {
  const [datetime, ...therapist] = ((button as HTMLButtonElement | null)?.value ?? "").split("|");
  if (datetime && therapist.length > 0) {
    // Another time is another request.
    fieldOf(form, "idempotency_key").value = newKey();
    return { datetime, therapist: therapist.join("|") };
  }
  return { datetime: fieldOf(form, "datetime").value, therapist: fieldOf(form, "therapist").value };
}

/** randomUUID() is there only where the page came over TLS. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}

let sending = false;

async function answer(form: HTMLFormElement, pressed: HTMLElement | null, picked: Picked): Promise<void> {
  if (sending) return;
  sending = true;
  const button = form.querySelector<HTMLButtonElement>("[data-confirm]");
  const label = button?.textContent ?? "";
  if (button) button.textContent = strings.booking;
  part("problem")?.replaceChildren();
  try {
    const answered = await sendChoice(form, pressed, picked);
    if (answered.ok) return succeed(form.dataset.mode === "move");
    refuse(form, picked, answered);
  } catch {
    reportActivity("UI_SCHEDULE_SUBMIT_ERROR", { ...picked });
    part("problem")?.replaceChildren(notice("bad", strings.bookingError));
  } finally {
    sending = false;
    if (button) button.textContent = label;
  }
}

function succeed(moved: boolean): void {
  reportActivity("UI_SCHEDULE_SUBMIT_SUCCESS", {});
  theDialog()?.close();
  toast(moved ? strings.moved : strings.booked);
  setTimeout(() => {
    sessionStorage.clear();
    location.assign(moved ? "/my-visit" : "/");
  }, redirectAfter);
}

function refuse(form: HTMLFormElement, picked: Picked, answered: JsonAnswer): void {
  reportActivity("UI_SCHEDULE_SUBMIT_FAIL", { ...picked, status: answered.status });
  part("problem")?.replaceChildren(notice("bad", answered.data.error || strings.bookingFailed));
  const waysOn = refusalChoices(answered, form.dataset.mode === "move");
  part("alternatives")?.replaceChildren(...waysOn);
  const [lead] = waysOn;
  if (!lead) return;
  // Asking the same again is no way on: its button goes, and whoever stood on it goes to what is there instead.
  form.querySelector<HTMLElement>("[data-confirm]")?.setAttribute("hidden", "");
  lead.focus();
}
