import { type FetchedPage, pageOf } from "~/ui/scripts/fetch-page";

const form = document.querySelector<HTMLFormElement>("#questions-form");
const uploadTimeout = 180_000;

function replacePart(id: string, page: FetchedPage): void {
  const fresh = page.document.getElementById(id);
  if (fresh) document.getElementById(id)?.replaceWith(fresh);
}

function say(word: "saving" | "notSaved"): void {
  const state = document.getElementById("questions-state");
  if (state) state.textContent = state.dataset[word] ?? "";
}

/** Sends one question's fields to the form's own address. Other answers stay as they are. */
async function save(sent: HTMLFormElement, name: string): Promise<void> {
  const all = new FormData(sent);
  const body = new FormData();
  for (const field of ["page_token", name]) {
    for (const value of all.getAll(field)) body.append(field, value);
  }
  say("saving");
  try {
    const response = await fetch(sent.action, {
      method: "POST",
      body,
      credentials: "same-origin",
      headers: { Accept: "text/html" },
      signal: AbortSignal.timeout?.(uploadTimeout) ?? null,
    });
    show(name, await pageOf(response));
  } catch {
    say("notSaved");
  }
}

function show(name: string, page: FetchedPage): void {
  if (!page.document.getElementById("questions-form")) {
    say("notSaved");
    return;
  }
  const id = name.replace("answer-", "question-");
  const question = document.getElementById(id);
  const isPhoto = question?.querySelector("[type=file]") !== null;
  const wasWrong = question?.querySelector(".wrong") !== null;
  // A text or a choice stays as it is, so that the cursor stays where it is.
  if (isPhoto || wasWrong || !page.ok) {
    const hadFocus = question?.contains(document.activeElement);
    replacePart(id, page);
    if (hadFocus) document.getElementById(name)?.focus();
  }
  replacePart("questions-state", page);
}

let queue: Promise<void> = Promise.resolve();

form?.addEventListener("change", ({ target }) => {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
  const { name } = target;
  if (!name.startsWith("answer-")) return;
  queue = queue.then(() => save(form, name));
});
