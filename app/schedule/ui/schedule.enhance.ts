import { formatFull } from "~/core/time";
import { keepStyle } from "~/ui/scripts/keep-style";
import { ownZone, readsOtherwise, sendZone, showInOwnZone } from "~/ui/scripts/local-times";
import { reportActivity } from "~/ui/scripts/report-activity";
import { sendJson } from "~/ui/scripts/send-json";
import { whenIdle } from "~/ui/scripts/when-idle";
import { watchBooking } from "./booking-dialog";
import { loadOpeningsInPlace } from "./load-openings";

const schedule = document.getElementById("schedule");
if (schedule) {
  const takeAnew = loadOpeningsInPlace(showOwnClock);
  watchBooking();
  whenIdle(() => {
    turnClock(takeAnew);
    tellOf(schedule);
  });
} else {
  whenIdle(() => {
    showInOwnZone(document);
    sendZone();
    keepStyle();
    reportActivity("UI_SCHEDULE_VIEW");
    reportActivity("UI_SCHEDULE_AVAIL_ERROR");
  });
}

function tellOf(schedule: HTMLElement): void {
  const { patient, count } = schedule.dataset;
  keepStyle();
  reportActivity("UI_SCHEDULE_VIEW", patient ? { patient_id: patient } : {});
  askDatabase(schedule);
  reportActivity("UI_SCHEDULE_AVAIL_LOADED", { count: Number(count) });
}

/**
 * Puts the times on the viewer's own clock: in place where each stays on its day, so that nothing moves;
 * by the server where days or filters come out otherwise.
 */
function turnClock(takeAnew: () => void): void {
  const knewZone = document.cookie.split("; ").includes(`tz=${encodeURIComponent(ownZone())}`);
  sendZone();
  // A time's first words cost the most, and are wanted at a tap.
  formatFull(Date.now(), ownZone());
  const isAsked = document.querySelector("dialog[open]") !== null;
  const judged = /[?&](date|part|from)=/.test(location.search) ? ".slots time" : ".slots .date time";
  if (!knewZone && !isAsked && readsOtherwise(document.querySelectorAll(judged))) takeAnew();
  else showOwnClock();
}

/** The database of the session's patient (part 1, section 4); the one in the page serves without an answer. */
async function askDatabase({ dataset }: HTMLElement): Promise<void> {
  const patient_id = dataset.patient;
  if (!patient_id) return;
  try {
    const { ok, data } = await sendJson("GET", `/api/code-info?patient_id=${patient_id}`, undefined);
    if (!ok) return reportActivity("UI_SCHEDULE_CODEINFO_ERROR", { patient_id });
    if (!data.brightree_db) return reportActivity("UI_SCHEDULE_CODEINFO_EMPTY", { patient_id });
    dataset.db = data.brightree_db;
    reportActivity("UI_SCHEDULE_CODEINFO_LOADED", { patient_id, brightree_db: data.brightree_db });
  } catch {
    reportActivity("UI_SCHEDULE_CODEINFO_ERROR", { patient_id });
  }
}

/** Rewrites all times, and marks anew where a day begins in the list. */
function showOwnClock(): void {
  showInOwnZone(document);
  for (const [index, note] of document.querySelectorAll(".either > span").entries()) {
    note.classList.toggle("away", index === 0);
  }
  let day = "";
  for (const row of document.querySelectorAll(".slots tbody tr")) {
    const own = row.querySelector(".date")?.textContent ?? "";
    row.classList.toggle("first", own !== day);
    day = own;
  }
}
