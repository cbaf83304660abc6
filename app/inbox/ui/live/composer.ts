import { sendPlainly } from "~/ui/scripts/send-form";
import { sendJson } from "~/ui/scripts/send-json";
import { notice } from "~/ui/scripts/show-notice";
import { segmentsOf } from "../../conversation/segments";
import { refresh } from "./inbox-page";

let inTurn: Promise<void> = Promise.resolve();

/** Enter sends; what was sent stands in the conversation at once; parts are counted while one types. */
export function watchComposer(): void {
  document.addEventListener("keydown", (event) => {
    const field = event.target as HTMLElement;
    if (field.id !== "body" || event.key !== "Enter" || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    (field as HTMLTextAreaElement).form?.requestSubmit();
  });
  document.addEventListener("input", (event) => {
    if ((event.target as HTMLElement).id === "body") count();
  });
  document.addEventListener("shown", count);
  document.addEventListener("submit", (event) => {
    const form = event.target as HTMLFormElement;
    if (form.id !== "composer") return;
    event.preventDefault();
    const text = field()?.value.trim();
    const thread = Number(form.dataset.send);
    if (!text || !thread) return;
    const bubble = showQueued(text);
    write("");
    say();
    inTurn = inTurn.then(() => deliver(thread, text, bubble));
  });
  count();
}

const field = () => document.getElementById("body") as HTMLTextAreaElement | null;
const openThread = () => Number(document.querySelector<HTMLElement>(".chat")?.dataset.thread);

function write(text: string): void {
  const box = field();
  if (box) box.value = text;
  count();
}

function count(): void {
  const line = document.getElementById("segments");
  if (!line) return;
  const text = field()?.value.trim() ?? "";
  const { count: parts, alphabet, left } = segmentsOf(text);
  const special = alphabet === "UCS-2" ? ", shorter because of a special character" : "";
  line.textContent =
    parts === 0 ? "" : `${parts} ${parts === 1 ? "text" : "texts"}${special}, ${left} characters left in it`;
}

function showQueued(text: string): HTMLElement {
  const bubble = document.createElement("li");
  bubble.className = "bubble out queued";
  const said = document.createElement("p");
  said.className = "said";
  said.dir = "auto";
  said.textContent = text;
  const foot = document.createElement("p");
  foot.className = "said-foot";
  foot.textContent = "Queued";
  bubble.append(said, foot);
  document.getElementById("bubbles")?.append(bubble);
  document.querySelector(".talk .empty")?.remove();
  const talk = document.getElementById("talk");
  if (talk) talk.scrollTop = 0;
  return bubble;
}

async function deliver(thread: number, text: string, bubble: HTMLElement): Promise<void> {
  const seen = document.getElementById("last-seen") as HTMLInputElement | null;
  const known = thread === openThread() && seen ? { last_seen: Number(seen.value) } : {};
  try {
    const { ok, status, data } = await sendJson("POST", "/api/sms/send", {
      thread_id: thread,
      body: text,
      ...known,
    });
    // It leaves with the next look at the page, which brings the message itself.
    bubble.dataset.done = "";
    if (!ok) giveBack(thread, text, data.error ?? "It could not be sent.", data.newer);
    const form = field()?.form;
    if (status === 401 && form && thread === openThread()) return sendPlainly(form, null);
    await refresh();
  } catch {
    giveBack(thread, text, "There was no answer. Check whether it was sent before you try again.");
  }
  bubble.remove();
}

interface Newer {
  direction: "in" | "out";
  body: string;
}

/** Puts a text that was refused back where it was written, with the reason and what came meanwhile. */
function giveBack(thread: number, text: string, reason: string, newer: Newer[] = []): void {
  if (thread !== openThread()) {
    say(`“${text}” was not sent: ${reason}`);
    return;
  }
  const typed = field()?.value.trim();
  write(typed ? `${text}\n${typed}` : text);
  field()?.focus();
  say(reason, newer);
}

function say(reason = "", newer: Newer[] = []): void {
  const place = document.getElementById("composer-said");
  if (!reason) {
    place?.replaceChildren();
    return;
  }
  const box = notice("bad", reason);
  for (const { direction, body } of newer) {
    const line = document.createElement("p");
    line.className = "newer";
    line.dir = "auto";
    line.textContent = `${direction === "in" ? "Patient" : "Staff"}: ${body}`;
    box.append(line);
  }
  place?.replaceChildren(box);
}
