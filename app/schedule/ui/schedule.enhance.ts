import { formatFull } from "~/core/time";
import { keepStyle } from "~/ui/scripts/keep-style";
import {
  areOwnTimes,
  differInOwnZone,
  ownZone,
  sendZone,
  showInOwnZone,
  startIntl,
} from "~/ui/scripts/local-times";
import { reportActivity } from "~/ui/scripts/report-activity";
import { sendJson } from "~/ui/scripts/send-json";
import { whenIdle } from "~/ui/scripts/when-idle";
import { watchBooking } from "./booking-dialog";
import { keepForOffline } from "./keep-for-offline";
import { loadOpeningsInPlace } from "./load-openings";
import { onVisitElsewhere } from "./visit-channel";

cleanAddress();
const schedule = document.getElementById("schedule");
if (schedule) {
  const reload = loadOpeningsInPlace(() => showInOwnZone(document));
  watchBooking();
  showMonthInView();
  whenIdle(
    () => void keepForOffline(),
    () => switchToOwnZone(schedule, reload),
    () => void keepStyle(),
    () => reportView(schedule),
  );
} else {
  onVisitElsewhere(() => location.reload());
  whenIdle(
    () => void keepForOffline(),
    ...startIntl,
    () => showInOwnZone(document),
    sendZone,
    () => void keepStyle(),
    () => {
      reportActivity("UI_SCHEDULE_VIEW");
      if (document.getElementById("load-failed")) reportActivity("UI_SCHEDULE_AVAIL_ERROR");
    },
  );
}

function reportView(schedule: HTMLElement): void {
  const { patient, count } = schedule.dataset;
  reportActivity("UI_SCHEDULE_VIEW", patient ? { patient_id: patient } : {});
  loadDatabase(schedule);
  reportActivity("UI_SCHEDULE_AVAIL_LOADED", { count: Number(count) });
}

/** Days differ between time zones, so the list is reloaded if the viewer's zone is different. */
function switchToOwnZone({ dataset }: HTMLElement, reload: () => void): void {
  const clockTimes = document.querySelectorAll<HTMLTimeElement>('.slots time[data-when="time"]');
  const areOwn = clockTimes.length > 0 && areOwnTimes(clockTimes);
  const showOwn = () => {
    const isDialogOpen = document.querySelector("dialog[open]") !== null;
    const isOther =
      !dataset.fixedZone &&
      dataset.zone !== ownZone() &&
      differInOwnZone(document.querySelectorAll(".slots time"));
    if (isOther && !isDialogOpen) reload();
    else showInOwnZone(document);
  };
  // The dialog's format is prepared before the first tap.
  const prepareDialog = () => void formatFull(Date.now(), ownZone());
  whenIdle(...startIntl, sendZone, ...(areOwn ? [] : [showOwn]), prepareDialog);
}

/** If the server doesn't respond, the page keeps its own value. */
async function loadDatabase({ dataset }: HTMLElement): Promise<void> {
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

/** Removes a link's code or IDs from the address bar, so that bookmarks and referrers don't contain them. */
function cleanAddress(): void {
  const { pathname, search } = location;
  if (/^\/schedule\/./.test(pathname) || /[?&](code|pid|db|so)=/.test(search)) {
    history.replaceState(history.state, "", "/schedule");
  }
}

/** On phones, the heading above the strip of days names the month of the first day in view. */
function showMonthInView(): void {
  let isWaiting = false;
  document.addEventListener(
    "scroll",
    ({ target }) => {
      if (isWaiting || !(target instanceof Element) || !target.matches(".strip")) return;
      isWaiting = true;
      requestAnimationFrame(() => {
        isWaiting = false;
        nameMonthOf(target);
      });
    },
    { capture: true, passive: true },
  );
}

function nameMonthOf(strip: Element): void {
  const { left } = strip.getBoundingClientRect();
  const heading = document.querySelector(".month-bar h2");
  const days = [...strip.querySelectorAll<HTMLElement>(".days > .open")];
  const first = days.findIndex((day) => day.getBoundingClientRect().right > left);
  const title = days.slice(0, first + 1).findLast((day) => day.dataset.monthTitle)?.dataset.monthTitle;
  if (heading && title && heading.textContent !== title) heading.textContent = title;
}
