import { around } from "~/core/language/strings";
import { closeOnBack } from "~/ui/scripts/dialog-history";
import { fetchPage } from "~/ui/scripts/fetch-page";
import { ownZone, showInOwnZone } from "~/ui/scripts/local-times";
import { reportActivity } from "~/ui/scripts/report-activity";
import { notice, toast } from "~/ui/scripts/show-notice";
import { whileBusy } from "~/ui/scripts/while-busy";
import { scheduleTexts as texts } from "./schedule-texts";
import { type Choice, type ChoiceAnswer, fieldOf, sendChoice } from "./send-choice";
import { timeTexts } from "./time-texts";
import { announceVisit, onVisitElsewhere } from "./visit-channel";

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
    if (box.name === "sms_consent") {
      reportActivity("UI_SCHEDULE_SMS_CONSENT", { sms_consent: box.checked });
    }
    if (box.dataset.needed !== undefined) requireBoxes();
  });
  document.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    if (!form.closest("#confirm")) return;
    event.preventDefault();
    const missing = uncheckedBox(form);
    if (missing) return askFor(missing);
    const choice = choiceOf(form, event.submitter);
    reportActivity("UI_SCHEDULE_SUBMIT_ATTEMPT", { ...choice });
    submit(form, event.submitter, choice);
  });
  onVisitElsewhere(() => {
    findDialog()?.close();
    leave(texts.booking.elsewhere, "/my-visit");
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
  const { at = "", therapist = "", others } = slot.dataset;
  const isMove = form.dataset.mode === "move";
  forgetChoices(form);
  form.action = `${isMove ? "/my-visit/move" : "/schedule"}${slot.search}`;
  part("soon")?.toggleAttribute("hidden", Date.parse(at) >= Date.parse(form.dataset.changeableFrom ?? ""));
  showHours(form, Date.parse(at));
  showOthers(slot, others !== undefined);
  fieldOf(form, "datetime").value = at;
  fieldOf(form, "therapist").value = therapist;
  fieldOf(form, "idempotency_key").value = newKey();
  time.dateTime = at;
  const [before, after] = around(texts.question, "when", { therapist });
  part("before")?.replaceChildren(before);
  part("after")?.replaceChildren(after);
  part("problem")?.replaceChildren();
  part("alternatives")?.replaceChildren();
  part("hint")?.removeAttribute("hidden");
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

function showOthers(slot: HTMLAnchorElement, hasOthers: boolean): void {
  const line = part("others");
  const link = line?.querySelector("a");
  if (!line || !link) return;
  line.hidden = !hasOthers;
  const { pathname, searchParams } = new URL(slot.href);
  searchParams.delete("with");
  link.href = `${pathname}?${searchParams}`;
}

/** Clears what the patient chose for another time, because each time needs its own consent. */
function forgetChoices(form: HTMLFormElement): void {
  form.reset();
  for (const box of form.querySelectorAll<HTMLInputElement>("input[data-needed], [name=sms_consent]")) {
    box.checked = false;
    clearProblem(box);
  }
}

/** Lets the browser show the tap first, because opening or closing the dialog restyles the entire page. */
const afterPaint = (act: () => void) => requestAnimationFrame(() => setTimeout(act));

function show(dialog: HTMLDialogElement): void {
  for (const behind of document.querySelectorAll("[inert]")) behind.removeAttribute("inert");
  showInOwnZone(dialog);
  dialog.showModal();
  requireBoxes();
}

/** Dims the buttons until each needed box is checked. A tap on a dimmed button shows what is missing. */
function requireBoxes(): void {
  const form = findDialog()?.querySelector("form");
  if (!form) return;
  const isMissing = uncheckedBox(form) !== undefined;
  for (const button of form.querySelectorAll("button")) {
    for (const [name, value] of Object.entries({
      "aria-disabled": "true",
      "aria-describedby": "confirm-hint",
    })) {
      if (isMissing) button.setAttribute(name, value);
      else button.removeAttribute(name);
    }
  }
  for (const box of neededBoxes(form)) if (box.checked) clearProblem(box);
}

const neededBoxes = (form: HTMLFormElement) =>
  [...form.querySelectorAll<HTMLInputElement>("input[data-needed]")].filter(
    (box) => !box.closest("[hidden]"),
  );

const uncheckedBox = (form: HTMLFormElement) => neededBoxes(form).find((box) => !box.checked);

function askFor(box: HTMLInputElement): void {
  box.setAttribute("aria-invalid", "true");
  const problem = part(`${box.name}-problem`);
  problem?.replaceChildren(notice("bad", texts.needed[box.name as keyof typeof texts.needed]));
  problem?.scrollIntoView({ block: "nearest" });
  box.focus();
}

function clearProblem(box: HTMLInputElement): void {
  box.removeAttribute("aria-invalid");
  part(`${box.name}-problem`)?.replaceChildren();
}

/** Shows the hour in the other zone, and asks about an early or late hour. */
function showHours(form: HTMLFormElement, at: number): void {
  const zone = findDialog()?.dataset.fixedZone ?? ownZone();
  const { other, odd } = timeTexts(at, zone, form.dataset.otherZone ?? null, texts);
  fillPart("other-zone", other);
  part("odd-hour")?.toggleAttribute("hidden", !odd);
  if (!odd) return;
  fillPart("odd-title", odd.title);
  fillPart("odd-agree", odd.agree);
}

function fillPart(name: string, text: string | null | undefined): void {
  const line = part(name);
  if (!line) return;
  line.hidden = !text;
  line.textContent = text ?? "";
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

async function submit(form: HTMLFormElement, pressed: HTMLElement | null, choice: Choice): Promise<void> {
  if (!navigator.onLine) return showOffline(form, pressed);
  const send = () => sendAndShow(form, pressed, choice);
  await whileBusy(form, form.querySelector<HTMLElement>("[data-confirm]"), send, texts.booking.busy);
}

async function sendAndShow(
  form: HTMLFormElement,
  pressed: HTMLElement | null,
  choice: Choice,
): Promise<void> {
  part("problem")?.replaceChildren();
  try {
    const answer = await sendChoice(form, pressed, choice);
    if (answer.ok) showSuccess(form.dataset.mode === "move");
    else await showRefusal(form, choice, answer);
  } catch {
    reportActivity("UI_SCHEDULE_SUBMIT_ERROR", { ...choice });
    part("problem")?.replaceChildren(notice("bad", texts.booking.error, texts.booking.errorNext));
  }
}

/** Nothing is sent, so that the notice is true. */
function showOffline(form: HTMLFormElement, pressed: HTMLElement | null): void {
  const { offline, offlineMove } = texts.booking;
  const box = notice("bad", form.dataset.mode === "move" ? offlineMove : offline);
  const again = document.createElement("button");
  again.type = "button";
  again.className = "button quiet";
  again.textContent = texts.again;
  again.addEventListener("click", () => form.requestSubmit(pressed));
  box.append(" ", again);
  part("problem")?.replaceChildren(box);
  again.focus();
}

function showSuccess(isMove: boolean): void {
  reportActivity("UI_SCHEDULE_SUBMIT_SUCCESS", {});
  findDialog()?.close();
  announceVisit();
  leave(texts.done, isMove ? "/my-visit" : "/");
}

function leave(text: string, href: string): void {
  toast(text);
  // The times on this page are outdated. A page restored by Back works again.
  const main = document.getElementById("main");
  main?.setAttribute("inert", "");
  addEventListener("pagehide", () => main?.removeAttribute("inert"), { once: true });
  setTimeout(() => {
    sessionStorage.clear();
    location.assign(href);
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
  requireBoxes();
  return place.querySelector("p");
}
