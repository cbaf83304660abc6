import { whenIdle } from "~/ui/scripts/when-idle";
import { keepForOffline } from "../../ui/keep-for-offline";
import { onVisitElsewhere } from "../../ui/visit-channel";

onVisitElsewhere(() => location.reload());
whenIdle(() => void keepForOffline());

const joinButton = document.getElementById("join");
const opensIn = Number(joinButton?.dataset.opensIn);
const loadedAt = Date.now();

function openInTime(): void {
  const { href } = joinButton?.dataset ?? {};
  if (!joinButton || !href || Date.now() - loadedAt < opensIn) return;
  joinButton.setAttribute("href", href);
  for (const name of ["role", "aria-disabled", "data-href"]) joinButton.removeAttribute(name);
  for (const id of ["join-note", "join-link-note"]) {
    const note = document.getElementById(id);
    if (note?.dataset.open) note.textContent = note.dataset.open;
  }
}

// Timers run late on a sleeping phone, and a timer longer than 24 days runs immediately.
if (joinButton?.dataset.href) {
  if (opensIn < 2 ** 31) setTimeout(openInTime, opensIn + 1);
  for (const event of ["visibilitychange", "focusin"]) document.addEventListener(event, openInTime);
  addEventListener("pageshow", openInTime);
}
