import { type Segments, segmentsOf } from "~/core/sms-segments";
import { type FetchedPage, fetchPage } from "~/ui/scripts/fetch-page";
import { sendPlainly } from "~/ui/scripts/send-form";
import { notice, toast } from "~/ui/scripts/show-notice";
import { focusReply, nextRequest, refresh, replyField, showNext, update } from "./inbox-page";

let sending: Promise<void> = Promise.resolve();
let queued = 0;
let wantsNext = false;

export function watchComposer(): void {
  document.addEventListener("keydown", (event) => {
    const target = event.target as HTMLElement;
    if (target.id === "body" && event.key === "Escape") focusOpenConversation();
    if (target.id !== "body" || event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    wantsNext = event.ctrlKey || event.metaKey;
    (target as HTMLTextAreaElement).form?.requestSubmit();
    wantsNext = false;
  });
  document.addEventListener("input", (event) => {
    if ((event.target as HTMLElement).id === "body") countSegments();
  });
  document.addEventListener("shown", countSegments);
  document.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    if (form.id !== "composer") return;
    event.preventDefault();
    const text = replyField()?.value.trim();
    if (!text) return;
    const fields = new URLSearchParams({ body: text });
    const { company_id: company, next } = Object.fromEntries(new FormData(form));
    if (company) fields.set("company_id", String(company));
    if (next || wantsNext) fields.set("next", "on");
    const bubble = showQueued(text);
    setText("");
    document.getElementById("composer-problem")?.replaceChildren();
    sending = sending.then(() => send(form, fields, bubble));
  });
  countSegments();
}

function focusOpenConversation(): void {
  const rows = document.getElementById("thread-rows");
  // A conversation that was just answered may have left the list.
  const row = rows?.querySelector<HTMLElement>("[aria-current]") ?? rows?.querySelector<HTMLElement>("a");
  if (row) row.focus();
  else replyField()?.blur();
}

function setText(text: string): void {
  const box = replyField();
  if (box) box.value = text;
  countSegments();
}

function countSegments(): void {
  const line = document.getElementById("segments");
  if (line) line.textContent = segmentsText(segmentsOf(replyField()?.value.trim() ?? ""));
}

function segmentsText({ count, alphabet, left }: Segments): string {
  if (count === 0) return "";
  const texts = count === 1 ? "1 text" : `${count} texts`;
  const characters = left === 1 ? "1 character" : `${left} characters`;
  const special = alphabet === "UCS-2" ? " Special characters lower the limit per text." : "";
  return `${texts}, ${characters} left.${special}`;
}

function showQueued(text: string): HTMLElement | null {
  const template = document.getElementById("queued-bubble") as HTMLTemplateElement | null;
  const bubble = template?.content.firstElementChild?.cloneNode(true) as HTMLElement | undefined;
  const body = bubble?.querySelector(".bubble-text");
  if (!bubble || !body) return null;
  queued += 1;
  bubble.id = `queued-${queued}`;
  body.textContent = text;
  document.getElementById("bubbles")?.append(bubble);
  document.querySelector(".conversation .empty")?.remove();
  const conversation = document.getElementById("conversation");
  if (conversation) conversation.scrollTop = 0;
  return bubble;
}

async function send(
  form: HTMLFormElement,
  fields: URLSearchParams,
  bubble: HTMLElement | null,
): Promise<void> {
  const text = fields.get("body") ?? "";
  const open = replyField()?.form;
  const isOpen = () => replyField()?.form?.action === form.action;
  const seen = document.getElementById("last-seen") as HTMLInputElement | null;
  if (seen && open?.action === form.action) fields.set("last_seen", seen.value);
  const request = nextRequest();
  try {
    const fetched = await fetchPage(form.action, { method: "POST", body: fields });
    const { document: page, status } = fetched;
    // The next update replaces the bubble with the message.
    if (bubble) bubble.dataset.done = "";
    const problem = page.querySelector("#composer-problem .notice");
    if (status === 401 && open && isOpen()) {
      setText(text);
      return sendPlainly(open, null);
    }
    if (status >= 400)
      restoreText(text, isOpen(), problem ?? notice("bad", "The message could not be sent. Try again."));
    if (page.getElementById("messaging")) {
      if (status < 400 && fields.has("next") && isOpen()) showAfterSend(fetched, request);
      else update(page, request);
    }
  } catch {
    restoreText(
      text,
      isOpen(),
      notice("bad", "The server didn't respond. Check whether the message was sent before you try again."),
    );
  }
  bubble?.remove();
}

/** Stays if the user is already writing another text, which is meant for this patient. */
function showAfterSend(fetched: FetchedPage, request: number): void {
  const sentTo = document.querySelector(".chat-head h2")?.textContent ?? "";
  const next = fetched.document.querySelector<HTMLElement>(".chat")?.dataset.thread;
  if (next === replyField()?.form?.dataset.send) {
    update(fetched.document, request);
    const done = document.querySelector("[data-awaits-yes]")
      ? "Saved until the patient replies YES."
      : "Replied.";
    toast(`${done} No other conversation is unanswered.`);
  } else if (replyField()?.value.trim()) {
    refresh();
  } else {
    const waits = document.querySelector("[data-awaits-yes]") !== null;
    showNext(fetched);
    focusReply();
    toast(waits ? `Saved. ${sentTo} gets it after replying YES.` : `Replied to ${sentTo}`);
  }
}

function restoreText(text: string, isOpen: boolean, problem: Element): void {
  const place = document.getElementById("composer-problem");
  if (!isOpen) {
    place?.replaceChildren(notice("bad", `“${text}” was not sent. ${problem.textContent}`));
    return;
  }
  const typed = replyField()?.value.trim();
  setText(typed ? `${text}\n${typed}` : text);
  replyField()?.focus();
  place?.replaceChildren(document.adoptNode(problem));
}
