import { around } from "~/core/language/strings";
import { closeOnBack } from "~/ui/scripts/dialog-history";
import { fetchPage } from "~/ui/scripts/fetch-page";
import { showInOwnZone } from "~/ui/scripts/local-times";
import { reportActivity } from "~/ui/scripts/report-activity";
import { notice, toast } from "~/ui/scripts/show-notice";
import { scheduleTexts as texts } from "./schedule-texts";
import { type Choice, type ChoiceAnswer, fieldOf, sendChoice } from "./send-choice";

/** Time for the patient to read the notice, in milliseconds. */
const redirectDelay = 1800;

export function watchBooking(): void {
  document.addEventListener("click", (event) => {
    const target = event.target as Element;
    const slot = target.closest<HTMLAnchorElement>("a[data-at]");
    if (slot && event.button === 0 && !event.metaKey && !event.ctrlKey) {
      event.preventDefault();
      openFor(slot);
    }
    if (target.closest("[data-close]")) {
      event.preventDefault();
      afterPaint(() => findDialog()?.close());
    }
  });
  document.addEventListener("change", (event) => {
    const box = event.target as HTMLInputElement;
    if (box.name !== "sms_consent") return;
    reportActivity("UI_SCHEDULE_SMS_CONSENT", { sms_consent: box.checked });
    requireConsent();
  });
  document.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    if (!form.closest("#confirm")) return;
    event.preventDefault();
    const choice = choiceOf(form, event.submitter);
    reportActivity("UI_SCHEDULE_SUBMIT_ATTEMPT", { ...choice });
    submit(form, event.submitter, choice);
  });
  const opened = findDialog();
  if (opened?.open) {
    opened.close();
    show(opened);
  }
}

const findDialog = () => document.getElementById("confirm") as HTMLDialogElement | null;
const part = (name: string) => findDialog()?.querySelector<HTMLElement>(`[data-fill="${name}"]`);

function openFor(slot: HTMLAnchorElement): void {
  const dialog = findDialog();
  const form = dialog?.querySelector("form");
  const time = dialog?.querySelector("time");
  if (!dialog || !form || !time) return;
  const { at = "", therapist = "" } = slot.dataset;
  const isMove = form.dataset.mode === "move";
  forgetChoices(form);
  form.action = `${isMove ? "/my-visit/move" : "/schedule"}${slot.search}`;
  part("soon")?.toggleAttribute("hidden", Date.parse(at) >= Date.parse(form.dataset.changeableFrom ?? ""));
  fieldOf(form, "datetime").value = at;
  fieldOf(form, "therapist").value = therapist;
  fieldOf(form, "idempotency_key").value = newKey();
  time.dateTime = at;
  const [before, after] = around(texts.question, "when", { therapist });
  part("before")?.replaceChildren(before);
  part("after")?.replaceChildren(after);
  part("problem")?.replaceChildren();
  part("alternatives")?.replaceChildren();
  for (const link of form.querySelectorAll<HTMLElement>("[data-next]")) link.hidden = true;
  form.querySelector("[data-confirm]")?.removeAttribute("hidden");
  afterPaint(() => {
    show(dialog);
    closeOnBack(dialog);
  });
  const details = { datetime: at, therapist };
  reportActivity("UI_SCHEDULE_SELECT_SLOT_OPEN", details);
  reportActivity("UI_SCHEDULE_CONFIRM_OPEN", details);
}

/** Clears what the patient chose for another time, because each time needs its own consent. */
function forgetChoices(form: HTMLFormElement): void {
  form.reset();
  const consent = form.querySelector<HTMLInputElement>("[name=sms_consent]");
  if (consent) consent.checked = false;
}

/** Lets the browser show the tap first, because opening or closing the dialog restyles the entire page. */
const afterPaint = (act: () => void) => requestAnimationFrame(() => setTimeout(act));

function show(dialog: HTMLDialogElement): void {
  for (const behind of document.querySelectorAll("[inert]")) behind.removeAttribute("inert");
  showInOwnZone(dialog);
  dialog.showModal();
  requireConsent();
}

/** Disables the buttons until the consent box is checked. */
function requireConsent(): void {
  const dialog = findDialog();
  const box = dialog?.querySelector<HTMLInputElement>("[name=sms_consent]");
  if (!dialog || !box || box.dataset.optional !== undefined) return;
  const hint = part("hint");
  if (hint) {
    hint.hidden = false;
    hint.classList.toggle("invisible", box.checked);
  }
  for (const button of dialog.querySelectorAll<HTMLButtonElement>("form button")) {
    button.disabled = !box.checked;
    if (box.checked) button.removeAttribute("aria-describedby");
    else button.setAttribute("aria-describedby", "confirm-hint");
  }
}

function choiceOf(form: HTMLFormElement, button: HTMLElement | null): Choice {
  const [datetime, ...therapist] = ((button as HTMLButtonElement | null)?.value ?? "").split("|");
  if (datetime && therapist.length > 0) {
    // Another time needs a new key.
    fieldOf(form, "idempotency_key").value = newKey();
    return { datetime, therapist: therapist.join("|") };
  }
  return { datetime: fieldOf(form, "datetime").value, therapist: fieldOf(form, "therapist").value };
}

/** crypto.randomUUID() needs HTTPS. */
function newKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}

let sending = false;

async function submit(form: HTMLFormElement, pressed: HTMLElement | null, choice: Choice): Promise<void> {
  if (sending) return;
  sending = true;
  const button = form.querySelector<HTMLButtonElement>("[data-confirm]");
  const label = button?.textContent ?? "";
  if (button) button.textContent = texts.booking.busy;
  part("problem")?.replaceChildren();
  try {
    const answer = await sendChoice(form, pressed, choice);
    if (answer.ok) showSuccess(form.dataset.mode === "move");
    else await showRefusal(form, choice, answer);
  } catch {
    reportActivity("UI_SCHEDULE_SUBMIT_ERROR", { ...choice });
    part("problem")?.replaceChildren(notice("bad", texts.booking.error, texts.booking.errorNext));
  } finally {
    sending = false;
    if (button) button.textContent = label;
  }
}

function showSuccess(isMove: boolean): void {
  reportActivity("UI_SCHEDULE_SUBMIT_SUCCESS", {});
  findDialog()?.close();
  toast(texts.done);
  // The times on this page are outdated. A page restored by Back works again.
  const main = document.getElementById("main");
  main?.setAttribute("inert", "");
  addEventListener("pagehide", () => main?.removeAttribute("inert"), { once: true });
  setTimeout(() => {
    sessionStorage.clear();
    location.assign(isMove ? "/my-visit" : "/");
  }, redirectDelay);
}

async function showRefusal(form: HTMLFormElement, choice: Choice, answer: ChoiceAnswer): Promise<void> {
  reportActivity("UI_SCHEDULE_SUBMIT_FAIL", { ...choice, status: answer.status });
  part("problem")?.replaceChildren(notice("bad", answer.data.error || texts.booking.failed));
  const next = await showNextStep(form, answer);
  // Confirming again can't succeed, so the button is hidden and the focus moves to the next step.
  form.querySelector<HTMLElement>("[data-confirm]")?.toggleAttribute("hidden", next !== null);
  part("hint")?.toggleAttribute("hidden", next !== null);
  next?.focus();
}

/** Shows a link or the page's alternatives. @returns the element to focus; null if the patient can try again */
async function showNextStep(
  form: HTMLFormElement,
  { status, data, page }: ChoiceAnswer,
): Promise<HTMLElement | null> {
  const link = status === 401 ? "sign-in" : data.appointment_id === undefined ? null : "my-visit";
  if (link) {
    const next = form.querySelector<HTMLElement>(`[data-next="${link}"]`);
    next?.removeAttribute("hidden");
    return next;
  }
  const place = part("alternatives");
  if (!place || !data.alternatives?.length) return null;
  const source = page ?? (await fetchPage(form.action).catch(() => null))?.document;
  const fresh = source?.querySelector('#confirm [data-fill="alternatives"]');
  if (!fresh) return null;
  place.replaceChildren(...document.adoptNode(fresh).childNodes);
  showInOwnZone(place);
  requireConsent();
  return place.querySelector("p");
}
