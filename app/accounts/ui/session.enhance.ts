import { sendJson } from "~/ui/scripts/send-json";

interface SessionEnd {
  kind?: "staff" | "patient";
  expires_in: number;
  can_stay: boolean;
}

const warnAt = 120;
const askEvery = 60;

let timer: number | undefined;

async function ask(stay: boolean): Promise<void> {
  const request = stay
    ? sendJson("POST", "/api/session", {})
    : sendJson("GET", "/api/session", undefined, { "X-Background": "1" });
  const reply = await request.catch(() => null);
  if (reply?.status === 401) {
    location.assign("/login");
    return;
  }
  if (reply?.ok) {
    // The patient session of this browser is still open.
    if (reply.data.kind === "patient") location.assign("/login");
    else heed(reply.data);
    return;
  }
  if (stay && !reply) text.textContent = "The server didn't respond. Try again.";
  next(askEvery);
}

function heed(end: SessionEnd): void {
  if (end.expires_in > warnAt) {
    dialog.close();
    next(end.expires_in - warnAt);
  } else {
    show(end);
    next(Math.min(end.expires_in + 1, 15));
  }
}

function next(seconds: number): void {
  clearTimeout(timer);
  timer = window.setTimeout(() => ask(false), seconds * 1000);
}

const dialog = document.createElement("dialog");
dialog.className = "dialog";
dialog.setAttribute("role", "alertdialog");
dialog.setAttribute("aria-labelledby", "session-title");
const title = document.createElement("h2");
title.id = "session-title";
title.textContent = "You will be signed out in 2 minutes";
const text = document.createElement("p");
const stay = document.createElement("button");
stay.type = "button";
stay.className = "button";
stay.textContent = "Stay signed in";
stay.addEventListener("click", () => ask(true));
const leave = document.createElement("form");
leave.method = "post";
leave.action = "/logout";
const out = document.createElement("button");
out.className = "button quiet";
out.textContent = "Log out";
leave.append(out);
const buttons = document.createElement("div");
buttons.className = "buttons";
buttons.append(stay, leave);
dialog.append(title, text, buttons);
dialog.addEventListener("cancel", () => ask(true));
document.body.append(dialog);

function show(end: SessionEnd): void {
  stay.hidden = !end.can_stay;
  text.textContent = end.can_stay
    ? "You've been inactive for a while."
    : "Sessions end after 12 hours. Please save your work and sign in again.";
  if (!dialog.open) dialog.showModal();
}

// Signing out deletes the work that this browser stored.
document.addEventListener("submit", (event) => {
  if ((event.target as HTMLFormElement).getAttribute("action") !== "/logout") return;
  localStorage.clear();
  sessionStorage.clear();
});

const { endsIn, canStay } = document.documentElement.dataset;
if (endsIn === undefined) ask(false);
else heed({ expires_in: Number(endsIn), can_stay: canStay !== undefined });
