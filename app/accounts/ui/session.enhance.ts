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
  // "patient": only the patient's session in this browser is still open.
  if (reply?.status === 401 || (reply?.ok && reply.data.kind === "patient")) {
    location.assign("/login");
    return;
  }
  if (reply?.ok) {
    showEnd(reply.data);
    return;
  }
  if (stay && !reply) text.textContent = "The server didn't respond. Try again.";
  askIn(askEvery);
}

function showEnd(end: SessionEnd): void {
  if (end.expires_in > warnAt) {
    dialog.close();
    askIn(end.expires_in - warnAt);
    return;
  }
  stayButton.hidden = !end.can_stay;
  text.textContent = end.can_stay
    ? "You've been inactive for a while."
    : "Sessions end after 12 hours. Please save your work and sign in again.";
  // Not when the page loads, because the browser would compute the style of the whole page again.
  if (!dialog.isConnected) document.body.append(dialog);
  if (!dialog.open) dialog.showModal();
  askIn(Math.min(end.expires_in + 1, 15));
}

function askIn(seconds: number): void {
  clearTimeout(timer);
  timer = window.setTimeout(() => ask(false), seconds * 1000);
}

const dialog = document.createElement("dialog");
dialog.className = "dialog";
dialog.setAttribute("role", "alertdialog");
dialog.setAttribute("aria-labelledby", "session-title");
dialog.innerHTML = `
  <h2 id="session-title">You will be signed out in 2 minutes</h2>
  <p></p>
  <div class="buttons">
    <button type="button" class="button">Stay signed in</button>
    <form method="post" action="/logout"><button class="button quiet">Log out</button></form>
  </div>`;
const text = dialog.querySelector("p") as HTMLParagraphElement;
const stayButton = dialog.querySelector("button") as HTMLButtonElement;
dialog.addEventListener("cancel", () => ask(true));
stayButton.addEventListener("click", () => ask(true));

// Signing out also clears the data that pages stored in this browser.
document.addEventListener("submit", (event) => {
  if ((event.target as HTMLFormElement).getAttribute("action") !== "/logout") return;
  localStorage.clear();
  sessionStorage.clear();
});

const { endsIn, canStay } = document.documentElement.dataset;
if (endsIn === undefined) ask(false);
else showEnd({ expires_in: Number(endsIn), can_stay: canStay !== undefined });
