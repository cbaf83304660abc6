import { segmentsOf } from "~/core/sms-segments";
import { sendPlainly } from "~/ui/scripts/send-form";
import { notice } from "~/ui/scripts/show-notice";
import { strings } from "../../strings";
import { fetchPage, nextRequest, update } from "./inbox-page";

let sending: Promise<void> = Promise.resolve();

export function watchComposer(): void {
  document.addEventListener("keydown", (event) => {
    const target = event.target as HTMLElement;
    if (target.id === "body" && event.key === "Escape") focusOpenThread();
    if (target.id !== "body" || event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    (target as HTMLTextAreaElement).form?.requestSubmit();
  });
  document.addEventListener("input", (event) => {
    if ((event.target as HTMLElement).id === "body") countSegments();
  });
  document.addEventListener("shown", countSegments);
  document.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    if (form.id !== "composer") return;
    event.preventDefault();
    const text = field()?.value.trim();
    if (!text) return;
    const bubble = showQueued(text);
    setText("");
    document.getElementById("composer-problem")?.replaceChildren();
    sending = sending.then(() => send(form, text, bubble));
  });
  countSegments();
}

function focusOpenThread(): void {
  const rows = document.getElementById("thread-rows");
  // After a reply, the conversation may have left the list.
  const row = rows?.querySelector<HTMLElement>("[aria-current]") ?? rows?.querySelector<HTMLElement>("a");
  if (row) row.focus();
  else field()?.blur();
}

const field = () => document.getElementById("body") as HTMLTextAreaElement | null;

function setText(text: string): void {
  const box = field();
  if (box) box.value = text;
  countSegments();
}

function countSegments(): void {
  const line = document.getElementById("segments");
  if (line) line.textContent = strings.segments(segmentsOf(field()?.value.trim() ?? ""));
}

function showQueued(text: string): HTMLElement | null {
  const template = document.getElementById("queued-bubble") as HTMLTemplateElement | null;
  const bubble = template?.content.firstElementChild?.cloneNode(true) as HTMLElement | undefined;
  const body = bubble?.querySelector(".bubble-text");
  if (!bubble || !body) return null;
  body.textContent = text;
  document.getElementById("bubbles")?.append(bubble);
  document.querySelector(".conversation .empty")?.remove();
  const conversation = document.getElementById("conversation");
  if (conversation) conversation.scrollTop = 0;
  return bubble;
}

async function send(form: HTMLFormElement, text: string, bubble: HTMLElement | null): Promise<void> {
  const open = field()?.form;
  const isOpen = () => field()?.form?.action === form.action;
  const fields = new URLSearchParams({ body: text });
  const seen = document.getElementById("last-seen") as HTMLInputElement | null;
  if (seen && open?.action === form.action) fields.set("last_seen", seen.value);
  const request = nextRequest();
  try {
    const { page, status } = await fetchPage(form.action, { method: "POST", body: fields });
    // The next update removes the bubble and shows the message itself.
    if (bubble) bubble.dataset.done = "";
    const problem = page.querySelector("#composer-problem .notice");
    if (status === 401 && open && isOpen()) {
      setText(text);
      return sendPlainly(open, null);
    }
    if (status >= 400) giveBack(text, isOpen(), problem ?? notice("bad", strings.notSent));
    if (page.getElementById("messaging")) update(page, request);
  } catch {
    giveBack(text, isOpen(), notice("bad", strings.noAnswer));
  }
  bubble?.remove();
}

function giveBack(text: string, isOpen: boolean, problem: Element): void {
  const place = document.getElementById("composer-problem");
  if (!isOpen) {
    place?.replaceChildren(notice("bad", strings.notSentElsewhere(text, problem.textContent ?? "")));
    return;
  }
  const typed = field()?.value.trim();
  setText(typed ? `${text}\n${typed}` : text);
  field()?.focus();
  place?.replaceChildren(document.adoptNode(problem));
}
