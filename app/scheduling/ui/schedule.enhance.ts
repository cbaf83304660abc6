import { keepStyle } from "~/ui/scripts/keep-style";
import { ownZone, putOnOwnClock, tellZone } from "~/ui/scripts/local-times";
import { send } from "~/ui/scripts/post";
import { report } from "~/ui/scripts/report";
import { watchBooking } from "./booking-dialog";
import { turnPages } from "./turn-pages";

const knewZone = document.cookie.split("; ").includes(`tz=${encodeURIComponent(ownZone)}`);
tellZone();
keepStyle();

const schedule = document.getElementById("schedule");
report("UI_SCHEDULE_VIEW", schedule?.dataset.patient ? { patient_id: schedule.dataset.patient } : {});
if (schedule) {
  askDatabase(schedule);
  report("UI_SCHEDULE_AVAIL_LOADED", { count: Number(schedule.dataset.count) });
  const turnTo = turnPages(showOwnClock);
  watchBooking();
  const moved = showOwnClock();
  // Days and parts of the day were judged on other clocks before the server knew this one.
  if (moved && !knewZone && /[?&](date|part|from)=/.test(location.search)) turnTo(location.href);
} else {
  report("UI_SCHEDULE_AVAIL_ERROR", {});
  putOnOwnClock(document);
}

/** The database of the session's patient (part 1, section 4); the one in the page serves without an answer. */
async function askDatabase({ dataset }: HTMLElement): Promise<void> {
  const patient_id = dataset.patient;
  if (!patient_id) return;
  try {
    const { ok, data } = await send("GET", `/api/code-info?patient_id=${patient_id}`, undefined);
    if (!ok) return report("UI_SCHEDULE_CODEINFO_ERROR", { patient_id });
    if (!data.brightree_db) return report("UI_SCHEDULE_CODEINFO_EMPTY", { patient_id });
    dataset.db = data.brightree_db;
    report("UI_SCHEDULE_CODEINFO_LOADED", { patient_id, brightree_db: data.brightree_db });
  } catch {
    report("UI_SCHEDULE_CODEINFO_ERROR", { patient_id });
  }
}

/** Rewrites all times, and marks anew where a day begins in the list. */
function showOwnClock(): boolean {
  const changed = putOnOwnClock(document);
  for (const [index, note] of document.querySelectorAll(".either > span").entries()) {
    note.classList.toggle("away", index === 0);
  }
  let day = "";
  for (const row of document.querySelectorAll(".slots tbody tr")) {
    const own = row.querySelector(".date")?.textContent ?? "";
    row.classList.toggle("first", own !== day);
    day = own;
  }
  return changed;
}
